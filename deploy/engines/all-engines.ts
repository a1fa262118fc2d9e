import type { EngineName } from '@portal/testkit/engines'
import { elasticsearch } from './elasticsearch/elasticsearch.ts'
import type { Engine } from './engine.ts'
import { kafka } from './kafka/kafka.ts'
import { keycloak } from './keycloak/keycloak.ts'
import { model } from './model/model.ts'
import { s3 } from './s3/versitygw.ts'
import { unstructured } from './unstructured/unstructured.ts'

const allEngines: Readonly<Record<EngineName, Engine>> = {
  kafka,
  elasticsearch,
  keycloak,
  s3,
  unstructured,
  model,
}

/** The named engines, or all if none is named. Throws one sentence for an unknown name. */
export function enginesNamed(names: readonly string[]): readonly Engine[] {
  const known = Object.values(allEngines)
  if (names.length === 0) return known
  return names.map((name) => {
    const engine = known.find((candidate) => candidate.name === name)
    if (engine) return engine
    throw new Error(`There is no engine "${name}"; there are: ${known.map((each) => each.name).join(', ')}.`)
  })
}
