// @ts-check
// The contenders. Each one runs in its own process, so that none disturbs the compiler or the memory of another, and
// answers the requests that host.js describes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  AGENT_RADIUS,
  ARRIVAL_DISTANCE,
  MAXIMUM_SPEED,
  NEIGHBOUR_RADIUS,
  STEPS_BETWEEN_ARRIVAL_CHECKS,
  TIME_STEP,
} from './crowd.js';
import { modelRows } from './models.js';

/**
 * @typedef {object} Contender
 * @property {string} name the row's name: a model of wend with what differs from its defaults, or another library
 * @property {boolean} isPeer whether it is another library
 * @property {string} program
 * @property {string[]} parameters
 * @property {string} [needs] the Python package that it needs
 */

/** A running program; it gets one request at a time. */
export class Host {
  #child;
  #lines;
  #errors = '';

  /** @param {Contender} contender */
  constructor(contender) {
    this.contender = contender;
    this.#child = spawn(contender.program, contender.parameters, { stdio: 'pipe' });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#errors = (this.#errors + text).slice(-2000);
    });
    // A child that has exited closes its output, and the pending request reports why.
    this.#child.stdin.on('error', () => {});
    this.started = once(this.#child, 'spawn');
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /**
   * @param {object} request
   * @returns {Promise<any>}
   */
  async ask(request) {
    await this.started;
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.contender.name} ended: ${this.#errors.trim() || 'without a word'}`);
    return JSON.parse(value);
  }

  /**
   * A fresh crowd in place of the last one.
   * @param {import('./crowd.js').PeerCrowd} crowd
   * @returns {Promise<{ version: string } | { missing: string }>}
   */
  make({ agents, side, seed, ...columns }) {
    const lists = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, [...values]]));
    return this.ask({ make: { agents, side, seed, ...lists, ...settings } });
  }

  /** Ends the program, and waits until it has. */
  async end() {
    if (this.#child.exitCode !== null || this.#child.pid === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}

/** Constants for programs in other languages, which cannot import crowd.js. */
const settings = {
  radius: AGENT_RADIUS,
  speed: MAXIMUM_SPEED,
  neighbourRadius: NEIGHBOUR_RADIUS,
  timeStep: TIME_STEP,
  arrivalDistance: ARRIVAL_DISTANCE,
  stepsBetweenArrivalChecks: STEPS_BETWEEN_ARRIVAL_CHECKS,
};

const nodeHost = fileURLToPath(new URL('host.js', import.meta.url));
const pythonHost = fileURLToPath(new URL('host.py', import.meta.url));

/**
 * The default model first, then the other models, then the peers.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Contender[]}
 */
export function listContenders(environment = process.env) {
  const python = environment.WEND_BENCH_PYTHON || 'python3';
  const inNode = (/** @type {string[]} */ ...parameters) => ({
    program: process.execPath,
    parameters: [nodeHost, ...parameters],
  });
  return [
    ...modelRows().map(({ name, settings }) => ({
      name,
      isPeer: false,
      ...inNode('model', JSON.stringify(settings)),
    })),
    { name: 'DetourCrowd', isPeer: true, ...inNode('detour') },
    { name: 'Yuka', isPeer: true, ...inNode('yuka') },
    { name: 'RVO2', isPeer: true, program: python, parameters: [pythonHost, 'rvo2'], needs: 'pyrvo' },
    {
      name: 'JuPedSim',
      isPeer: true,
      program: python,
      parameters: [pythonHost, 'jupedsim'],
      needs: 'jupedsim',
    },
  ];
}

/**
 * How to install a missing peer.
 * @param {Contender} contender
 */
export function howToInstall({ needs }) {
  return `not installed: python3 -m venv FOLDER && FOLDER/bin/pip install ${needs}, then WEND_BENCH_PYTHON=FOLDER/bin/python`;
}
