# Each joint moves its end effectors as close to their targets as it can, last joint first
S = zeros(3, targets)                # end effectors, as moved by the joints so far
for t in targets
  S[:, t] = tip(t)
for j in inward
  z = axis(j)
  p = origin(j)
  a = 0
  b = 0
  d = 0
  held = 0
  for t in targets
    next if not carries(j, t)
    u = S[:, t] - p
    v = goal(t) - p
    a += u·v - (z·u) (z·v)
    b += z·(u × v)
    d += z·(v - u)
    held += 1
  next if held == 0
  Δθ[j] = atan2(b, a) if turns[j] > 0 else d/held
  for t in targets
    next if not carries(j, t)
    S[:, t] = p + turn(z, Δθ[j], S[:, t] - p) if turns[j] > 0 else S[:, t] + Δθ[j] z
