import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tools } from './tools.ts'

/** Copies a library and its runtime dependencies into `<folder>/libs`. */
export async function copyLibraries(
  tools: Tools,
  folder: string,
  libraries: readonly string[],
): Promise<void> {
  await writeFile(join(folder, 'pom.xml'), projectOf(libraries))
  const output = `-DoutputDirectory=${join(folder, 'libs')}`
  await runPlugin(tools, folder, ['copy-dependencies', '-DincludeScope=runtime', output])
}

/**
 * Copies `group:artifact:version:packaging` as `<artifact>-<version>.<packaging>`, bypassing the
 * user's repository. Resolves to its path.
 */
export async function copyArchive(tools: Tools, folder: string, coordinates: string): Promise<string> {
  const repository = join(folder, 'repository')
  const options = [`-Dmaven.repo.local=${repository}`, `-Dartifact=${coordinates}`]
  await runPlugin(tools, folder, ['copy', ...options, `-DoutputDirectory=${folder}`])
  await rm(repository, { recursive: true })
  const [, artifact, version, packaging] = coordinates.split(':')
  return join(folder, `${artifact}-${version}.${packaging}`)
}

/** Runs a goal of Maven's dependency plugin. */
async function runPlugin(tools: Tools, cwd: string, [goal, ...options]: readonly string[]): Promise<void> {
  const quiet = ['-B', '-ntp', '-q', '-Dstyle.color=never']
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
  await tools.run('mvn', [...quiet, `${plugin}:${goal}`, ...options], { cwd })
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
