import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tools } from './tools.ts'

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
const quiet = ['-B', '-ntp', '-q', '-Dstyle.color=never']
const withinMs = 25 * 60_000

/** Path of `mvn`. Throws MissingPrerequisite. */
export function needMaven(tools: Tools, engine: string): Promise<string> {
  return tools.need(
    'mvn',
    `${engine} is installed with Maven, which is not on the path; install it (Debian: apt-get install maven).`,
  )
}

/** A published artifact: `group:artifact:version`, or `group:artifact:version:packaging`. */
export interface Artifact {
  readonly coordinates: string
  readonly folder: string
}

/** Copies a library and its runtime dependencies into `<folder>/libs`. */
export async function copyLibraries(
  tools: Tools,
  { folder, libraries }: { folder: string; libraries: readonly string[] },
): Promise<void> {
  const pom = join(folder, 'pom.xml')
  await writeFile(pom, projectOf(libraries))
  await tools.run({
    program: await needMaven(tools, 'This engine'),
    args: [
      ...quiet,
      '-f',
      pom,
      `${plugin}:copy-dependencies`,
      '-DincludeScope=runtime',
      `-DoutputDirectory=${join(folder, 'libs')}`,
    ],
    withinMs,
  })
}

/** Copies an archive as `<artifact>-<version>.<packaging>`, bypassing the user's repository. */
export async function copyArchive(tools: Tools, { coordinates, folder }: Artifact): Promise<void> {
  await tools.run({
    program: await needMaven(tools, 'This engine'),
    args: [
      ...quiet,
      `-Dmaven.repo.local=${join(folder, 'repository')}`,
      `${plugin}:copy`,
      `-Dartifact=${coordinates}`,
      `-DoutputDirectory=${folder}`,
    ],
    cwd: folder,
    withinMs,
  })
}

function projectOf(libraries: readonly string[]): string {
  const dependencies = libraries.map((library) => {
    const [group, artifact, version] = library.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>portal</groupId><artifactId>libraries</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependencies.join('')}</dependencies></project>
`
}
