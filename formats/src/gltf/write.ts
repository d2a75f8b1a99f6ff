import { WebIO } from '@gltf-transform/core';
import { HEADINGS, type Playback, type PlaybackHead, type Track } from '../playback/index.ts';
import {
  addMaterial,
  addMeshes,
  addNode,
  animate,
  createDraft,
  type Draft,
  showDuring,
  turnBy,
} from './document.ts';
import { type Keys, reduceKeys, unwrapAngles } from './keys.ts';
import { dartMesh, personMesh } from './meshes.ts';
import { placesOf } from './places.ts';
import { addScenery } from './scenery.ts';

/** How a run becomes an animation. */
export type GlbOptions = {
  /** Metres: how far an animated position may be from the recorded one. More gives a smaller file. Default: 0.01. */
  tolerance?: number;
};

/** Okabe and Ito's palette, as the pictures of wend have it. */
const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
/** The largest change of a heading between two keys: beyond half a turn the other direction would be shorter. */
const LARGEST_TURN = 2.5;

/**
 * A run as a binary glTF file with one animation. Each agent is a node with its name, and all share one shape; what stands
 * and what moves around them is there as well. Lengths are metres, y is up: (x, y, z) of wend is at (x, z, −y).
 */
export async function writeGlb(
  playback: Playback,
  { tolerance = 0.01 }: GlbOptions = {},
): Promise<Uint8Array> {
  const { head, agents } = playback;
  const draft = createDraft(head.name);
  addScenery(draft, playback, tolerance);
  addAgents(draft, head, agents, tolerance);
  // An animation without channels is not valid.
  if (draft.animation.listChannels().length === 0) draft.animation.dispose();
  for (const material of draft.document.getRoot().listMaterials()) {
    const isUsed = material.listParents().some((parent) => parent.propertyType === 'Primitive');
    if (!isUsed) material.dispose();
  }
  return new WebIO().writeBinary(draft.document);
}

function addAgents(draft: Draft, head: PlaybackHead, agents: readonly Track[], tolerance: number): void {
  if (agents.length === 0) return;
  const names = head.groups.length === 0 ? ['agents'] : [...head.groups, 'other agents'];
  const numberOf = ({ group }: Track) => (group < 0 ? names.length - 1 : group);
  const used = [...new Set(agents.map(numberOf))];
  const materials = used.map((number) => addMaterial(draft, names[number], PALETTE[number % PALETTE.length]));
  const isFlat = head.dimension === 2;
  const shape = isFlat ? personMesh() : dartMesh();
  const meshes = addMeshes(draft, isFlat ? 'person' : 'dart', shape, materials);
  for (const track of agents) {
    if (track.x.length === 0) continue;
    const mesh = meshes[used.indexOf(numberOf(track))];
    const node = addNode(draft, `agent ${track.id}`, mesh).setExtras({
      id: track.id,
      group: names[numberOf(track)],
      radius: track.radius,
    });
    const { radius } = track;
    node.setScale(isFlat ? [radius, heightOf(radius), radius] : [radius, radius, radius]);
    animate(draft, node, 'translation', reduceKeys(placesOf(track, head), tolerance));
    const turns = reduceKeys(headingsOf(track, head), Math.PI / HEADINGS, LARGEST_TURN);
    animate(draft, node, 'rotation', {
      times: turns.times,
      rows: turns.rows.map(([angle]) => turnBy(angle)),
    });
    showDuring(draft, node, [[track.first, track.first + track.x.length]], head.period, head.frames);
  }
}

/** The height of a body in parts of a person's: narrow ones, such as insects, are as low as they are narrow. */
function heightOf(radius: number): number {
  return Math.min(1, radius / 0.15);
}

function headingsOf({ first, heading }: Track, { period }: PlaybackHead): Keys {
  const angles = unwrapAngles(heading.map((direction) => (2 * Math.PI * direction) / HEADINGS));
  return { times: angles.map((_, k) => (first + k) * period), rows: angles.map((angle) => [angle]) };
}
