import { afterAll } from 'vitest'
import { describeAnswersUnderWay } from './answers-under-way.ts'
import { SlowModel } from './slow-model.ts'
import { startOnRealEngines } from './start-on-real-engines.fixture.ts'

const model = new SlowModel()
const portal = startOnRealEngines(() => model.start())
afterAll(() => model.close())
describeAnswersUnderWay('a process each, on real engines', portal, { model, kills: true })
