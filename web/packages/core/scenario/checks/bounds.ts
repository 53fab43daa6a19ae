import { MAX_PANELS } from '../../engine/protocol.ts';

export const MAX_DOCUMENT_BYTES = 1024 * 1024;
export const MAX_LINK_BYTES = 32 * 1024;
export const MAX_REPORTED_FAULTS = 20;

export const MAX_JOINTS = 256;
export const MAX_EFFECTORS = 64;
export const MAX_METHODS = MAX_PANELS;
export const MAX_NAME_CHARACTERS = 200;
export const MAX_NOTE_CHARACTERS = 4000;
export const MAX_FORMULA_BYTES = 8 * 1024;
export const MAX_FORMULA_LINES = 200;
export const MAX_BUILD_VERSION_CHARACTERS = 40;
export const MAX_PATH_POINTS = 256;

/** Maximum magnitude of lengths (metres) and angles (radians): the square cannot overflow. */
export const MAX_LENGTH_OR_ANGLE = 1e15;
/** Minimum period of a motion in seconds: shorter ones overflow the count of periods. */
export const MIN_MOTION_PERIOD = 1e-6;
/**
 * Minimum weight of an orientation in metres per radian: smaller ones lose the angle to rounding.
 */
export const MIN_ORIENTATION_WEIGHT = 1e-100;
export const MAX_UPDATES_PER_FRAME = 1000;
export const MAX_RUN_COUNT = 1e6;
export const MAX_RESTARTS = 1000;
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * Allowed deviation of a quaternion's length from 1 in a document; the quaternion is normalised.
 */
export const QUATERNION_LENGTH_SLACK = 1e-3;
/**
 * Largest excess of a start value over a joint limit that counts as rounding, in radians or metres.
 */
export const START_LIMIT_SLACK = 1e-12;
