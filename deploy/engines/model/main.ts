import { parseArgs } from 'node:util'
import { loadLocalModel } from './local-model.ts'
import { serveModel } from './serve-model.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '' },
    model: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
  },
})
const model = await loadLocalModel(values.programs, values.model)
await serveModel(model, { port: Number(values.port), key: process.env.MODEL_KEY ?? '' })
