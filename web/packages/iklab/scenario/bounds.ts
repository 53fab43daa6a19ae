import { MAX_PANELS } from '../engine/protocol.ts';

/** Bytes of a document's text. */
export const MAX_BYTES = 1024 * 1024;
/** Bytes of a link's fragment. */
export const MAX_LINK_BYTES = 32 * 1024;
/** Faults that are told of one document. */
export const MAX_FAULTS = 20;

/** Joints of a tree. */
export const MAX_JOINTS = 256;
/** Effectors of a tree. */
export const MAX_EFFECTORS = 64;
/** Methods of a document. */
export const MAX_METHODS = MAX_PANELS;
/** Characters of a name. */
export const MAX_NAME = 200;
/** Characters of a note. */
export const MAX_NOTE = 4000;
/** Bytes of a method that is written as text. */
export const MAX_FORMULA_BYTES = 8 * 1024;
/** Its lines. */
export const MAX_FORMULA_LINES = 200;
/** Characters of a build's version in a link. */
export const MAX_BUILD = 40;
/** Points of a path. */
export const MAX_PATH_POINTS = 256;

/** Lengths and angles. Far beyond any arm, and far from overflow when squared. */
export const MAX_MAGNITUDE = 1e15;
/** Of a motion, seconds: shorter ones overflow the count of turns. */
export const MIN_PERIOD = 1e-6;
/** Of an orientation against a position, metres per radian: smaller ones lose the angle. */
export const MIN_WEIGHT = 1e-100;
export const MAX_UPDATES_PER_FRAME = 1000;
/** The largest count that a document may ask for. */
export const MAX_COUNT = 1e6;
/** Attempts beside the first. */
export const MAX_RESTARTS = 1000;
/** The largest seed. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** A quaternion farther than this from unit length is a mistake, a nearer one is normalised. */
export const QUATERNION_SLACK = 1e-3;
/** A start value may lie this far outside its limits: rounding. */
export const LIMIT_SLACK = 1e-12;
