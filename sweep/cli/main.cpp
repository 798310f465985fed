#include "sweep/cli/command.hpp"

int main(int argc, char** argv) { return lrsweep::cli::run_program(argc, argv); }
