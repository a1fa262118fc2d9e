import { createLogger } from '@portal/service-kit/logger'
import { describeRanker } from '@portal/testkit/conformance/ranker-suite'
import { openRanker } from './open-ranker.ts'

const log = createLogger({ service: 'test', level: 'silent' })

describeRanker('embedded', async () => openRanker('embedded:', { log }))
