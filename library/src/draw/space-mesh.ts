type Mesh = { points: readonly (readonly number[])[]; faces: readonly (readonly number[])[] };

/**
 * 1 when the faces of a mesh enclose a body and turn their normals outwards, −1 when they turn them inwards, 0 when the
 * mesh is open or turned both ways: then no side of a face can be left out.
 */
export function orientationOfMesh({ points, faces }: Mesh): number {
  const edges = new Set<number>();
  for (const face of faces) {
    for (let i = 0; i < 3; i++) {
      const edge = face[i] * points.length + face[(i + 1) % 3];
      if (edges.has(edge)) return 0;
      edges.add(edge);
    }
  }
  // Closed: every edge is met once in each direction.
  for (const edge of edges) {
    const [from, to] = [Math.floor(edge / points.length), edge % points.length];
    if (!edges.has(to * points.length + from)) return 0;
  }
  let volume = 0;
  for (const [i, j, k] of faces) {
    const [a, b, c] = [points[i], points[j], points[k]];
    volume +=
      height(a) * (b[0] * c[1] - c[0] * b[1]) +
      height(b) * (c[0] * a[1] - a[0] * c[1]) +
      height(c) * (a[0] * b[1] - b[0] * a[1]);
  }
  return Math.sign(volume);
}

const height = (point: readonly number[]) => point[2] ?? 0;
