/** A small made-up xacro package with a mesh, also as a zip archive. */
import { zipSync } from 'fflate';
import { encodeMeshText, makeStl, TETRAHEDRON_TRIANGLES } from './testMesh.ts';

const AXES = ['0 0 1', '0 1 0', '0 1 0', '1 0 0', '0 1 0', '1 0 0'];

const links = AXES.map((_, i) => `<xacro:segment number="${i + 1}"/>`).join('\n');
const joints = AXES.map(
  (axis, i) => `<xacro:turning number="${i + 1}" axis="${axis}" length="0.25"/>`,
).join('\n');

const MACROS = `<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="ends" value="\${xacro.load_yaml('$(find made_description)/config/limits.yaml')}"/>
<xacro:macro name="segment" params="number">
  <link name="l\${number}"><visual><geometry>
    <mesh filename="package://made_description/meshes/segment.stl"/>
  </geometry></visual></link>
</xacro:macro>
<xacro:macro name="turning" params="number axis length">
  <joint name="j\${number}" type="revolute">
    <parent link="l\${number - 1}"/><child link="l\${number}"/>
    <origin xyz="0 0 \${length}"/><axis xyz="\${axis}"/>
    <limit lower="\${ends['lower']}" upper="\${ends['upper']}"/>
  </joint>
</xacro:macro>
</robot>`;

const ROBOT = `<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(arg name)">
<xacro:arg name="name" default="made_arm"/>
<xacro:include filename="segments.xacro"/>
<link name="l0"/>
${links}
${joints}
<link name="tool0"/>
<joint name="to_tool" type="fixed">
  <parent link="l6"/><child link="tool0"/><origin xyz="0 0 0.1"/>
</joint>
</robot>`;

export const TEST_PACKAGE_FILES: Readonly<Record<string, Uint8Array>> = {
  'made_description/package.xml': encodeMeshText(
    '<package><name>made_description</name><license>CC0-1.0</license></package>',
  ),
  'made_description/urdf/made.urdf.xacro': encodeMeshText(ROBOT),
  'made_description/urdf/segments.xacro': encodeMeshText(MACROS),
  'made_description/config/limits.yaml': encodeMeshText('lower: -2.5\nupper: 2.5\n'),
  'made_description/meshes/segment.stl': makeStl(TETRAHEDRON_TRIANGLES.map((x) => 0.2 * x)),
};

export const makeTestPackageZip = (): Uint8Array => zipSync({ ...TEST_PACKAGE_FILES });
