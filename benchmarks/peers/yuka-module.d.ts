// Yuka ships no types. These cover what yuka.js calls; the file is not called yuka.d.ts because it would then
// be taken for the types of yuka.js.
declare module 'yuka' {
  export class Vector3 {
    x: number;
    y: number;
    z: number;
    constructor(x?: number, y?: number, z?: number);
    set(x: number, y: number, z: number): this;
    subVectors(a: Vector3, b: Vector3): this;
    normalize(): this;
    multiplyScalar(scalar: number): this;
  }

  export class SteeringBehavior {
    active: boolean;
    weight: number;
  }

  export class SeekBehavior extends SteeringBehavior {
    target: Vector3;
    constructor(target?: Vector3);
  }

  export class SeparationBehavior extends SteeringBehavior {}

  export class SteeringManager {
    add(behavior: SteeringBehavior): this;
  }

  export class Vehicle {
    position: Vector3;
    velocity: Vector3;
    maxSpeed: number;
    maxForce: number;
    mass: number;
    boundingRadius: number;
    neighborhoodRadius: number;
    updateNeighborhood: boolean;
    neighbors: Vehicle[];
    steering: SteeringManager;
  }

  export class CellSpacePartitioning {
    constructor(width: number, height: number, depth: number, cellsX: number, cellsY: number, cellsZ: number);
    updateEntity(entity: Vehicle, currentIndex?: number): number;
    makeEmpty(): this;
  }

  export class EntityManager {
    spatialIndex: CellSpacePartitioning | null;
    add(entity: Vehicle): this;
    update(delta: number): this;
    clear(): this;
  }
}
