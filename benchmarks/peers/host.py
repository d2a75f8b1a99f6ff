"""RVO2 and JuPedSim as contenders of the benchmark: python3 host.py rvo2, python3 host.py jupedsim.

host.js describes the requests and answers. Only the native step is timed: preferred velocities, targets and arrivals are
set from Python here, which takes longer than the step itself and is no part of these libraries.
"""

import json
import math
import sys
import time
from importlib import metadata

WORD = 0xFFFFFFFF


def imul(a, b):
    """The low 32 bits of a product, as Math.imul has them, without a sign."""
    return (a * b) & WORD


def generator(seed):
    """mulberry32, as in crowd.js: every library must get the same goals."""
    state = seed & WORD

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & WORD
        mixed = imul(state ^ (state >> 15), state | 1)
        mixed ^= (mixed + imul(mixed ^ (mixed >> 7), mixed | 61)) & WORD
        return ((mixed ^ (mixed >> 14)) & WORD) / 4294967296

    return draw


class Itinerary:
    def __init__(self, crowd):
        self.seed = crowd["seed"]
        self.side = crowd["side"]
        self.goals = list(zip(crowd["goalX"], crowd["goalY"]))
        self.reached = [0] * crowd["agents"]
        self.arrival = crowd["arrivalDistance"]

    def renew(self, agent, x, y):
        """Gives the agent its next goal if it stands at the present one; says whether it did."""
        goal_x, goal_y = self.goals[agent]
        if (goal_x - x) ** 2 + (goal_y - y) ** 2 > self.arrival**2:
            return False
        self.reached[agent] += 1
        draw = generator(
            imul(self.seed, 0xC2B2AE35)
            ^ imul(agent + 1, 0x9E3779B1)
            ^ imul(self.reached[agent] + 1, 0x85EBCA6B)
        )
        self.goals[agent] = (draw() * self.side, draw() * self.side)
        return True


class Rvo2:
    """RVO2 2.0 through pyrvo: the 10 nearest within the view radius, time horizons of 5 s, as in RVO2's examples."""

    package = "pyrvo"

    def __init__(self, crowd):
        import pyrvo

        self.speed = crowd["speed"]
        self.every = crowd["stepsBetweenArrivalChecks"]
        self.itinerary = Itinerary(crowd)
        self.steps = 0
        self.simulator = pyrvo.RVOSimulator(
            crowd["timeStep"], crowd["neighbourRadius"], 10, 5.0, 5.0, crowd["radius"], self.speed
        )
        self.agents = [
            self.simulator.add_agent((x, y)) for x, y in zip(crowd["startX"], crowd["startY"])
        ]

    def step(self):
        """Nanoseconds of processor time of the native step."""
        simulator, goals, speed = self.simulator, self.itinerary.goals, self.speed
        for agent in self.agents:
            position = simulator.get_agent_position(agent)
            x, y = position.x, position.y
            if agent % self.every == self.steps % self.every:
                self.itinerary.renew(agent, x, y)
            goal_x, goal_y = goals[agent]
            distance = math.hypot(goal_x - x, goal_y - y)
            scale = speed / distance if distance > 0 else 0
            simulator.set_agent_pref_velocity(
                agent, ((goal_x - x) * scale, (goal_y - y) * scale)
            )
        self.steps += 1
        begin = time.process_time_ns()
        simulator.do_step()
        return time.process_time_ns() - begin

    def positions(self):
        for agent in self.agents:
            position = self.simulator.get_agent_position(agent)
            yield position.x
            yield position.y


class JuPedSim:
    """JuPedSim with the collision-free speed model and its defaults; targets are set directly, on an open floor."""

    package = "jupedsim"
    # The floor is wider than the square: JuPedSim refuses agents that touch its edge.
    margin = 2.0

    def __init__(self, crowd):
        import jupedsim

        side, margin = crowd["side"], self.margin
        self.every = crowd["stepsBetweenArrivalChecks"]
        self.itinerary = Itinerary(crowd)
        self.steps = 0
        low, high = -margin, side + margin
        self.simulation = jupedsim.Simulation(
            model=jupedsim.CollisionFreeSpeedModel(),
            geometry=[(low, low), (high, low), (high, high), (low, high)],
            dt=crowd["timeStep"],
        )
        stage = self.simulation.add_direct_steering_stage()
        journey = self.simulation.add_journey(jupedsim.JourneyDescription([stage]))
        self.ids = []
        for x, y in zip(crowd["startX"], crowd["startY"]):
            self.ids.append(
                self.simulation.add_agent(
                    jupedsim.CollisionFreeSpeedModelAgentParameters(
                        position=(x, y),
                        journey_id=journey,
                        stage_id=stage,
                        radius=crowd["radius"],
                        desired_speed=crowd["speed"],
                    )
                )
            )
        for agent, number in enumerate(self.ids):
            self.simulation.agent(number).target = self.itinerary.goals[agent]

    def step(self):
        """Nanoseconds of processor time of one iteration."""
        for agent in range(self.steps % self.every, len(self.ids), self.every):
            walker = self.simulation.agent(self.ids[agent])
            if self.itinerary.renew(agent, *walker.position):
                walker.target = self.itinerary.goals[agent]
        self.steps += 1
        begin = time.process_time_ns()
        self.simulation.iterate()
        return time.process_time_ns() - begin

    def positions(self):
        for number in self.ids:
            yield from self.simulation.agent(number).position


def main():
    kind = {"rvo2": Rvo2, "jupedsim": JuPedSim}[sys.argv[1]]
    peer = None
    for line in sys.stdin:
        request = json.loads(line)
        if "make" in request:
            try:
                peer = kind(request["make"])
                answer = {"version": metadata.version(kind.package)}
            except ImportError as error:
                answer = {"missing": str(error)}
        elif "warm" in request:
            end = time.perf_counter() + request["warm"] / 1000
            steps = 0
            while time.perf_counter() < end:
                peer.step()
                steps += 1
            answer = {"steps": steps}
        elif "step" in request:
            answer = {"microseconds": sum(peer.step() for _ in range(request["step"])) / 1000}
        elif "positions" in request:
            answer = {"positions": list(peer.positions())}
        else:
            answer = {"stages": None}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
