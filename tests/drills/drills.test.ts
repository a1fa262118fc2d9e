import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { describe, expect, it } from 'vitest'
import { allDrills } from './all-drills.ts'
import { assertApplicable } from './drills-command.ts'

const guards = allDrills.flatMap((drill) => drill.guards)

describe('the drills', () => {
  it('bear a name each, and name test files that are there', async () => {
    expect(new Set(allDrills.map(({ name }) => name)).size).toBe(allDrills.length)
    for (const file of allDrills.flatMap(({ files }) => files))
      await expect(access(join(workspaceRoot, `${file}.ts`))).resolves.toBeUndefined()
  })

  it.each(guards)('$name can be turned off in the source as it is', async (guard) => {
    await assertApplicable(guard)
  })
})
