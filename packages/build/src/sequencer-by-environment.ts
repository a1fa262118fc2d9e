import { open } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Vitest's order, but component tests one after the other: a process that shares its modules
 * between files is ended, and another loads them all again, when the next file needs a DOM and its
 * own had none, or the other way round. It cost a third of the component tests' processor time.
 */
export class SequencerByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isComponent = new Map(
      await Promise.all(sorted.map(async (file) => [file, await namesDom(file.moduleId)] as const)),
    )
    const ofProject = Map.groupBy(sorted, ({ project }) => project)
    return [...ofProject.values()].flatMap((those) => [
      ...those.filter((file) => isComponent.get(file)),
      ...those.filter((file) => !isComponent.get(file)),
    ])
  }
}

async function namesDom(path: string): Promise<boolean> {
  await using file = await open(path)
  for await (const line of file.readLines()) return line.includes('@vitest-environment happy-dom')
  return false
}
