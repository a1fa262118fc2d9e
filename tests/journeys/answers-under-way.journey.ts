import { afterAll, describe } from 'vitest'
import { describeAnswersUnderWay } from './answers-under-way.ts'
import { startForThisFile } from './journey-portal.ts'
import { SlowModel } from './slow-model.ts'

describe.each([
  { composition: 'one process', command: 'start', kills: false },
  { composition: 'a process each', command: 'start:services', kills: true },
] as const)('$composition', ({ composition, command, kills }) => {
  const model = new SlowModel()
  const portal = startForThisFile(command, async () => ({
    environment: { ...process.env, ...(await model.start()) },
  }))
  afterAll(() => model.close())
  describeAnswersUnderWay(composition, portal, { model, kills })
})
