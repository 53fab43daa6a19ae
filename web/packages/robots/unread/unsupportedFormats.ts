import { HTML_PAGE_REASON } from '../decodeXml.ts';
import type { FileStart } from './fileStart.ts';

export interface UnsupportedFormat {
  /** Sentence with a description and advice; FILE stands for the file's name. */
  readonly text: string;
  readonly content?: (start: FileStart) => boolean;
  /**
   * File name extensions of the format, separated by spaces; used if the content is not recognised.
   */
  readonly endings?: string;
}

type ContentTest = (start: FileStart) => boolean;

const startsWithAny =
  (...texts: string[]): ContentTest =>
  ({ text }) =>
    texts.some((each) => text.startsWith(each));
const matches =
  (pattern: RegExp): ContentTest =>
  ({ text }) =>
    pattern.test(text);
const hasRoot =
  (...names: string[]): ContentTest =>
  (start) =>
    names.includes(start.root);
const allOf =
  (first: ContentTest, second: ContentTest): ContentTest =>
  (start) =>
    first(start) && second(start);

const hasKinematics: ContentTest = ({ contains: has }) =>
  ['<library_kinematics', '<library_joints', '<library_articulated'].some(has);

/**
 * Returns whether a file is a ZIP archive with an extension other than .zip, because a .zip may
 * contain a robot.
 */
const isRenamedZip = allOf(startsWithAny('PK\u0003\u0004'), ({ name }) => !/\.zip$/i.test(name));
const isZipWith = (name: RegExp): ContentTest =>
  allOf(isRenamedZip, ({ text }) =>
    name.test(text.slice(30, 30 + text.charCodeAt(26) + 256 * text.charCodeAt(27))),
  );
const isHdf5: ContentTest = ({ text }) =>
  [0, 512, 1024, 2048].some((offset) => text.startsWith('\u0089HDF\r\n\u001a\n', offset));
const isStep = matches(/^\s*ISO-10303-21;/);

const CAD_ADVICE =
  'which has no joints; export URDF from the CAD program, or drop the description that references it';
const TABLE_ADVICE = 'type its DH table into a text file (.csv) and drop that';
const LOG_ADVICE =
  'play it (ros2 bag play) and drop the CSV of ros2 topic echo --csv /joint_states';

/**
 * Formats that are recognised but not read, the most robot-like first. For a folder without a
 * robot, the first format found in it is reported.
 */
export const UNSUPPORTED_FORMATS: readonly UnsupportedFormat[] = [
  {
    text: 'this is a Git LFS pointer, not the file itself; run git lfs pull in its repository, or download the file',
    content: startsWithAny('version https://git-lfs.github.com/spec/'),
  },
  {
    text: 'this is an error message of a server, saved in place of the file; download the file again',
    content: allOf(
      matches(/^\s*\{\s*"(message|error|errors|detail|status|code)"\s*:/),
      ({ text, contains: has }) => text.length < 4096 && !has('"asset"'),
    ),
  },
  {
    text: 'this is a USD scene, which is not read; convert it: usd_to_urdf -o robot.urdf FILE (pip install nvidia-srl-usd-to-urdf)',
    content: (start) =>
      startsWithAny('#usda ', 'PXR-USDC')(start) || isZipWith(/\.usd[ac]?$/i)(start),
    endings: 'usd usda usdc usdz',
  },
  {
    text: 'this is a COLLADA file with kinematics, which is not read; convert it: rosrun collada_urdf collada_to_urdf FILE',
    content: allOf(hasRoot('COLLADA'), hasKinematics),
  },
  {
    text: 'this is a COLLADA model without joints; drop the description that references it, or convert a skeleton: assimp export FILE model.glb',
    content: hasRoot('COLLADA'),
    endings: 'dae',
  },
  {
    text: 'this is a compressed COLLADA file, which is not read; unzip it and run rosrun collada_urdf collada_to_urdf on the .dae',
    content: isZipWith(/\.dae$/i),
    endings: 'zae',
  },
  {
    text: 'this is FBX, which is not read; convert it to glTF: FBX2glTF --binary --input FILE, or export glTF from Blender',
    content: (start) => startsWithAny('Kaydara FBX Binary')(start) || matches(/^; FBX \d/)(start),
    endings: 'fbx',
  },
  {
    text: 'this is a Blender file, which is not read; in Blender, export a skeleton as glTF, or a robot as URDF with the add-on Phobos',
    content: matches(/^BLENDER([-_][vV]\d{3}|\d\d-\d\dv\d{4})/),
    endings: 'blend',
  },
  {
    text: 'this is a Simox (VirtualRobot) robot, which is not read; drop the same robot as URDF or MJCF',
    content: allOf(hasRoot('Robot'), ({ contains: has }) => has('<RobotNode')),
  },
  {
    text: "this is OpenRAVE XML, which is not read; save it in OpenRAVE with env.Save('robot.dae') and run rosrun collada_urdf collada_to_urdf robot.dae",
    content: hasRoot('Robot', 'KinBody', 'Kinbody', 'kinbody', 'Environment', 'environment'),
  },
  {
    text: "this is a Webots world or PROTO, which is not read; drop the URDF that wb_robot_get_urdf returns in the robot's controller",
    content: startsWithAny('#VRML_SIM '),
    endings: 'wbt',
  },
  {
    text: 'this is a CoppeliaSim scene or model, which is not read; export URDF with Modules > Exporters > URDF exporter',
    content: (start) =>
      matches(/^VREP(?!\s)\p{Cc}/u)(start) || hasRoot('CoppeliaSim', 'V-REP')(start),
    endings: 'ttt ttm simscene.xml simmodel.xml',
  },
  {
    text: 'this is a skeleton of DART (SKEL), which is not read; drop the same robot as URDF or MJCF',
    content: hasRoot('skel'),
    endings: 'skel',
  },
  {
    text: 'this is an OpenSim file, which is not read; drop the model as MJCF',
    content: hasRoot('OpenSimDocument'),
    endings: 'osim',
  },
  {
    text: 'this is a Simscape Multibody export, which is not read; convert it: rosrun simmechanics_to_urdf convert.py FILE xml',
    content: hasRoot('PhysicalModelingXMLFile'),
  },
  {
    text: 'this is a Unity scene, prefab or asset, which is not read; drop the URDF or model that it was made from',
    content: matches(/^%YAML 1\.1\s+%TAG !u! tag:unity3d\.com/),
    endings: 'prefab unity',
  },
  {
    text: 'this is a VRML model, which is not read; drop the same robot as URDF, or convert a skeleton to glTF',
    content: startsWithAny('#VRML V'),
    endings: 'wrl vrml',
  },
  {
    text: 'this is an X3D model, which is not read; drop the same robot as URDF, or convert a skeleton to glTF',
    content: hasRoot('X3D'),
    endings: 'x3d',
  },
  {
    text: 'this is a skeleton of Vicon (VSK), which is not read; drop its motion as BVH',
    content: hasRoot('KinematicModel'),
    endings: 'vsk',
  },
  {
    text: 'this is Acclaim motion capture, which is not read; convert skeleton and motion to BVH: amc2bvh FILE.asf FILE.amc -o motion.bvh',
    content: matches(/^(\s*#[^\n]*\n)*\s*:(version|FULLY-SPECIFIED)\b/i),
    endings: 'asf amc',
  },
  {
    text: 'this file has marker positions without a skeleton, which is not read; drop the motion as BVH',
    content: startsWithAny('PathFileType'),
    endings: 'c3d trc',
  },
  {
    text: `this is an MCAP log, which is not read; ${LOG_ADVICE}`,
    content: startsWithAny('\u0089MCAP'),
    endings: 'mcap',
  },
  {
    text: 'this is a rosbag, which is not read; drop the CSV of its joints on the page: rostopic echo -b FILE -p /joint_states > log.csv',
    content: startsWithAny('#ROSBAG V'),
    endings: 'bag',
  },
  {
    text: `this is a rosbag2 log (SQLite), which is not read; ${LOG_ADVICE}`,
    content: allOf(startsWithAny('SQLite format 3\0'), ({ contains: has }) => has('topics')),
    endings: 'db3',
  },
  {
    text: 'this is a MATLAB file, which is not read; in MATLAB, export a rigidBodyTree with exportrobot, or joint values with writematrix(q, "log.csv")',
    content: matches(/^MATLAB [57]\.\d+ MAT-file/),
    endings: 'mat',
  },
  {
    text: 'this is an HDF5 file, which is not read; save its joint values as CSV or .npz and drop them on the page',
    content: isHdf5,
    endings: 'h5 hdf5',
  },
  {
    text: 'this file contains NumPy arrays, not a robot; if they are joint values, drop it on the scene of the robot',
    content: (start) => startsWithAny('\u0093NUMPY')(start) || isZipWith(/\.npy$/i)(start),
    endings: 'npy npz',
  },
  {
    text: 'this is an IFC model of a building, which has no joints; drop a robot description',
    content: allOf(isStep, ({ text }) => /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(text)),
    endings: 'ifc',
  },
  { text: `this is a STEP model, ${CAD_ADVICE}`, content: isStep, endings: 'step stp p21' },
  {
    text: `this is an IGES model, ${CAD_ADVICE}`,
    content: matches(/^.{72}S {0,6}0*1\s*\r?\n/),
    endings: 'iges igs',
  },
  {
    text: `this is a CAD file, ${CAD_ADVICE}`,
    content: isZipWith(/^Document\.xml$/),
    endings:
      'sldprt sldasm catpart catproduct ipt iam prt asm f3d fcstd x_t x_b jt sat 3dm dwg dxf',
  },
  {
    text: 'this is an SRDF, which names groups of a robot; drop it together with the URDF',
    content: allOf(hasRoot('robot'), ({ name }) => /\.srdf$/i.test(name)),
    endings: 'srdf',
  },
  {
    text: 'this is a part of an MJCF model; drop the file that includes it, together with this one',
    content: hasRoot('mujocoinclude'),
  },
  {
    text: 'this is a ROS launch file, not a robot; drop the URDF or xacro that it references, with its packages',
    content: hasRoot('launch'),
    endings: 'launch launch.xml',
  },
  {
    text: 'this is the manifest of a ROS package; drop the folder of the package',
    content: hasRoot('package'),
  },
  {
    text: 'this is a mesh, which has no joints; drop the robot description that references it, with its folder',
    content: (start) =>
      matches(/^ply\r?\n/)(start) ||
      matches(/^solid [^\n]*\n\s*facet /)(start) ||
      allOf(isRenamedZip, ({ contains: has }) => has('3D/3dmodel.model'))(start),
    endings: 'stl obj ply off 3ds 3mf amf mtl',
  },
  {
    text: 'this is a workbook, which is not read; save the sheet with the DH table or joint values as CSV',
    content: allOf(isRenamedZip, ({ contains: has }) =>
      ['xl/workbook.', 'opendocument.spreadsheet'].some(has),
    ),
    endings: 'xlsx xls xlsm ods numbers',
  },
  {
    text: `this is a PDF, which is not read; ${TABLE_ADVICE}`,
    content: startsWithAny('%PDF-'),
    endings: 'pdf',
  },
  {
    text: `this is an image, which is not read; ${TABLE_ADVICE}`,
    content: (start) =>
      startsWithAny(
        '\u0089PNG',
        '\u00ff\u00d8\u00ff',
        'GIF87a',
        'GIF89a',
        'II*\0',
        'MM\0*',
      )(start) ||
      matches(/^RIFF.{4}WEBP/s)(start) ||
      hasRoot('svg')(start),
    endings: 'png jpg jpeg gif webp bmp tif tiff svg heic',
  },
  {
    text: 'this is a video, which is not read; drop the motion as BVH, or its joint values as CSV',
    content: (start) =>
      matches(/^\0.{3}ftyp/s)(start) ||
      matches(/^RIFF.{4}AVI /s)(start) ||
      startsWithAny('\u001aE\u00df\u00a3')(start),
    endings: 'mp4 mov avi mkv webm',
  },
  {
    text: 'this is an archive of a kind that is not read; unpack it and drop the folder, or pack it as .zip',
    content: (start) =>
      (startsWithAny('\u001f\u008b')(start) && !/\.blend$/i.test(start.name)) ||
      startsWithAny('7z\u00bc\u00af', 'Rar!\u001a\u0007', '\u00fd7zXZ')(start) ||
      matches(/^BZh[1-9]1AY&SY/)(start) ||
      start.text.startsWith('ustar', 257),
    endings: 'tgz tar 7z rar xz bz2 zst',
  },
  {
    text: 'this is a ZIP archive with another extension; rename it to .zip',
    content: isRenamedZip,
  },
  {
    text: HTML_PAGE_REASON,
    endings: 'html htm',
  },
];
