// Of the program that uses the library: no header of the library is meant by this name.
#pragma once

struct CoreModel {
  int parts = 3;
};
