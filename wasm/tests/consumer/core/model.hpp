// A header of the user's program; no header of the library may be found by this name.
#pragma once

struct CoreModel {
  int parts = 3;
};
