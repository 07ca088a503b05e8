#include "cli/app.h"

int main(int argc, char** argv) { return plugingen::cli::Main(argc, argv); }
