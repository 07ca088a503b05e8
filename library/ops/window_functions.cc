// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shapes of convolutions and pools, of any number of spatial dimensions.

#include "pluggable/shape_rule.h"

namespace pluggable {

std::optional<bool> ShapeRule::ChannelsLast(const Window& window) {
  if (!window.data_format) return std::nullopt;
  const std::string_view format = *window.data_format;
  for (const char* known : {"NWC", "NHWC", "NDHWC"}) {
    if (format == known) return true;
  }
  for (const char* known : {"NCW", "NCHW", "NCDHW"}) {
    if (format == known) return false;
  }
  Fail(strings::StrCat("data_format '", format, "' has no place for channels"));
  return std::nullopt;
}

Dim ShapeRule::OfSpatial(const char* what, const DimList& list, int spatial, int spatial_dims,
                         std::optional<bool> channels_last) {
  if (!list.rank_known()) return {};
  if (list.rank() == 1) return list[0];
  if (list.rank() == spatial_dims) return list[spatial];
  if (list.rank() == spatial_dims + 2) {
    const Dim& channels = list[!channels_last || *channels_last ? spatial_dims + 1 : 1];
    const bool moves = (list[0].known() && list[0].value() != 1) ||
                       (channels_last && channels.known() && channels.value() != 1);
    if (moves) {
      Fail(strings::StrCat(what, " must be 1 for the batch and the channels, got ",
                           list.DebugString()));
      return {};
    }
    if (!channels_last) return OneOf({list[spatial + 1], list[spatial + 2]});
    return list[*channels_last ? spatial + 1 : spatial + 2];
  }
  Fail(strings::StrCat(what, " must be 1, ", spatial_dims, " or ", spatial_dims + 2,
                       " integers, got ", list.DebugString()));
  return {};
}

Dim ShapeRule::WindowSize(const Dim& size, const Dim& ksize, const Dim& stride,
                          const Window& window, int spatial, int spatial_dims,
                          std::optional<bool> channels_last) {
  if (stride.known() && stride.value() < 1) {
    Fail(strings::StrCat("strides must be positive, got ", stride.value()));
    return {};
  }
  const Dim dilation =
      OfSpatial("dilations", window.dilations, spatial, spatial_dims, channels_last);
  if (dilation.known() && dilation.value() < 1) {
    Fail(strings::StrCat("dilations must be positive, got ", dilation.value()));
    return {};
  }
  if (!window.padding) return {};
  if (*window.padding != "EXPLICIT" && window.explicit_paddings.rank_known() &&
      window.explicit_paddings.rank() > 0) {
    Fail(strings::StrCat("explicit_paddings must be empty with padding ", *window.padding, ", got ",
                         window.explicit_paddings.DebugString()));
    return {};
  }
  if (*window.padding == "SAME") {
    const bool stays =
        (stride.known() && stride.value() == 1) || (size.known() && size.value() <= 1);
    return stays ? size : (size + stride - 1) / stride;
  }
  Dim padded = size;
  if (*window.padding == "EXPLICIT") {
    // Pairs for each dimension, or for each spatial dimension.
    const DimList& paddings = window.explicit_paddings;
    if (!paddings.rank_known()) return {};
    const bool for_all = paddings.rank() == 2 * (spatial_dims + 2);
    if (!for_all && paddings.rank() != 2 * spatial_dims) {
      Fail(strings::StrCat("explicit_paddings must be ", 2 * spatial_dims, " or ",
                           2 * (spatial_dims + 2), " integers, got ", paddings.DebugString()));
      return {};
    }
    if (for_all && !channels_last) return {};
    const int channels = for_all && *channels_last ? spatial_dims + 1 : 1;
    for (const int dim : {0, channels}) {
      for (const int side : {0, 1}) {
        const Dim& padding = paddings[2 * dim + side];
        if (!for_all || !padding.known() || padding.value() == 0) continue;
        Fail(strings::StrCat("explicit_paddings must be 0 for the batch and the channels, got ",
                             paddings.DebugString()));
        return {};
      }
    }
    const int first = 2 * (spatial + (!for_all ? 0 : *channels_last ? 1 : 2));
    padded = size + paddings[first] + paddings[first + 1];
  } else if (*window.padding != "VALID") {
    Fail(strings::StrCat("padding must be SAME, VALID or EXPLICIT, got '", *window.padding, "'"));
    return {};
  }
  const Dim covered = (ksize - 1) * dilation + 1;
  return (padded - covered + stride) / stride;
}

DimList ShapeRule::WindowOutput(const Named& input, const DimList& ksize, const DimList& strides,
                                const Window& window, const Dim& channels) {
  const int rank = input.shape.rank();
  const int spatial_dims = rank - 2;
  const std::optional<bool> channels_last = ChannelsLast(window);
  DimList result = input.shape.Part(0, 1);
  DimList spatial_sizes = DimList::Scalar();
  for (int i = 0; i < spatial_dims && ok(); ++i) {
    const Dim size = channels_last ? input.shape[*channels_last ? i + 1 : i + 2] : Dim();
    const Dim covers = OfSpatial("ksize", ksize, i, spatial_dims, channels_last);
    const Dim stride = OfSpatial("strides", strides, i, spatial_dims, channels_last);
    const Dim moves = WindowSize(size, covers, stride, window, i, spatial_dims, channels_last);
    if (moves.known() && moves.value() < 0) {
      Fail(strings::StrCat("argument ", input.name, " of shape ", input.shape.DebugString(),
                           " is smaller than the window of ", covers.DebugString(),
                           " in spatial dimension ", i));
    }
    spatial_sizes.Append(moves);
  }
  if (!ok()) return {};
  if (!channels_last) {
    for (int i = 1; i < rank; ++i) result.Append(Dim());
    return result;
  }
  if (!*channels_last) result.Append(channels);
  result.Append(spatial_sizes);
  if (*channels_last) result.Append(channels);
  return result;
}

DimList ShapeRule::Conv(std::string_view input, std::string_view filter, const Window& window) {
  Named image{strings::StrCat("'", input, "'"), SameAs(input)};
  DimList weights = SameAs(filter);
  if (!ok()) return {};
  // Both have the same rank, so one known rank is enough.
  if (!image.shape.rank_known() && !weights.rank_known()) return {};
  if (!image.shape.rank_known()) image.shape = DimList::OfRank(weights.rank());
  if (!weights.rank_known()) weights = DimList::OfRank(image.shape.rank());
  const int rank = image.shape.rank();
  if (rank < 3) {
    Fail(strings::StrCat("argument ", image.name, " must have at least rank 3, got ",
                         image.shape.DebugString()));
    return {};
  }
  if (weights.rank() != rank) {
    Fail(strings::StrCat("argument '", filter, "' must have rank ", rank, " as ", image.name,
                         ", got ", weights.DebugString()));
    return {};
  }
  const std::optional<bool> channels_last = ChannelsLast(window);
  if (channels_last) {
    const Dim& channels = image.shape[*channels_last ? rank - 1 : 1];
    const Dim& taken = weights[rank - 2];
    const bool fits =
        !channels.known() || !taken.known() ||
        (taken.value() > 0 ? channels.value() % taken.value() == 0 : channels.value() == 0);
    if (!fits) {
      Fail(strings::StrCat("argument '", filter, "' of shape ", weights.DebugString(),
                           " does not fit the ", channels.value(), " channels of ", image.name));
      return {};
    }
  }
  return WindowOutput(image, weights.Part(0, rank - 2), window.strides, window, weights[rank - 1]);
}

DimList ShapeRule::Pool(std::string_view input, const Window& window) {
  const Named image{strings::StrCat("'", input, "'"), SameAs(input)};
  if (!ok() || !image.shape.rank_known()) return {};
  const int rank = image.shape.rank();
  if (rank < 3) {
    Fail(strings::StrCat("argument ", image.name, " must have at least rank 3, got ",
                         image.shape.DebugString()));
    return {};
  }
  const std::optional<bool> channels_last = ChannelsLast(window);
  const Dim channels = channels_last ? image.shape[*channels_last ? rank - 1 : 1] : Dim();
  return WindowOutput(image, window.ksize, window.strides, window, channels);
}

}  // namespace pluggable
