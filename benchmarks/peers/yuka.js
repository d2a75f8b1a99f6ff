// @ts-check
import {
  CellSpacePartitioning,
  EntityManager,
  SeekBehavior,
  SeparationBehavior,
  Vector3,
  Vehicle,
} from 'yuka';
import {
  AGENT_RADIUS,
  createItinerary,
  MAXIMUM_SPEED,
  NEIGHBOUR_RADIUS,
  renewGoalOnArrival,
  STEPS_BETWEEN_ARRIVAL_CHECKS,
  TIME_STEP,
} from './crowd.js';
import { installedVersion } from './version.js';

/**
 * Yuka's EntityManager reads an entity's cell as `index || -1`, so that an entity in cell 0 counts as
 * never indexed: the manager adds it again at each step and does not remove it when it leaves. The cell grows without
 * end. Handing the manager the index plus one repairs that at no cost; without the repair Yuka would slow
 * down with every step, and we would measure the leak.
 */
class Partitioning extends CellSpacePartitioning {
  /**
   * @param {import('yuka').Vehicle} entity
   * @param {number} [indexPlusOne]
   * @override
   */
  updateEntity(entity, indexPlusOne = -1) {
    return super.updateEntity(entity, indexPlusOne === -1 ? -1 : indexPlusOne - 1) + 1;
  }
}

/**
 * Yuka's usual crowd: Seek and Separation, both with weight 1, mass 1, maximum force 100, orientation kept up
 * to date (the default), neighbours from the cell index. Yuka has no body and no contact: agents overlap.
 * @param {import('./crowd.js').PeerCrowd} crowd
 * @returns {Promise<import('./crowd.js').Peer>}
 */
export async function createYukaPeer(crowd) {
  // Yuka's index is centred on the origin.
  const centre = crowd.side / 2;
  const cells = Math.max(1, Math.round(crowd.side / NEIGHBOUR_RADIUS));
  const manager = new EntityManager();
  manager.spatialIndex = new Partitioning(crowd.side, 1, crowd.side, cells, 1, cells);
  const itinerary = createItinerary(crowd);
  /** @type {import('yuka').Vehicle[]} */
  const vehicles = [];
  /** @type {import('yuka').Vector3[]} */
  const targets = [];
  for (let agent = 0; agent < crowd.agents; agent++) {
    const vehicle = new Vehicle();
    const target = new Vector3(itinerary.goalX[agent] - centre, 0, itinerary.goalY[agent] - centre);
    vehicle.position.set(crowd.startX[agent] - centre, 0, crowd.startY[agent] - centre);
    vehicle.boundingRadius = AGENT_RADIUS;
    vehicle.maxSpeed = MAXIMUM_SPEED;
    // Seek takes a second to gather speed; a run of a few steps should already see walkers.
    vehicle.velocity.subVectors(target, vehicle.position).normalize().multiplyScalar(MAXIMUM_SPEED);
    vehicle.neighborhoodRadius = NEIGHBOUR_RADIUS;
    vehicle.updateNeighborhood = true;
    vehicle.steering.add(new SeparationBehavior());
    vehicle.steering.add(new SeekBehavior(target));
    manager.add(vehicle);
    vehicles.push(vehicle);
    targets.push(target);
  }

  let steps = 0;
  return {
    version: installedVersion('yuka'),
    step() {
      manager.update(TIME_STEP);
      const first = steps++ % STEPS_BETWEEN_ARRIVAL_CHECKS;
      for (let agent = first; agent < crowd.agents; agent += STEPS_BETWEEN_ARRIVAL_CHECKS) {
        const { position } = vehicles[agent];
        if (renewGoalOnArrival(itinerary, agent, position.x + centre, position.z + centre)) {
          targets[agent].set(itinerary.goalX[agent] - centre, 0, itinerary.goalY[agent] - centre);
        }
      }
    },
    positions() {
      const positions = new Float64Array(2 * crowd.agents);
      for (let agent = 0; agent < crowd.agents; agent++) {
        positions[2 * agent] = vehicles[agent].position.x + centre;
        positions[2 * agent + 1] = vehicles[agent].position.z + centre;
      }
      return positions;
    },
    dispose() {
      manager.spatialIndex?.makeEmpty();
      manager.clear();
    },
  };
}
