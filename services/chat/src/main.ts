import { openChatModels } from '@portal/adapters/chat-model/open-chat-model'
import { closingEngines, openServicePlatform } from '@portal/adapters/platform/open-service-platform'
import { readConfig } from '@portal/service-kit/config'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { documentsPassageSource } from './answers/documents-passage-source.ts'
import { ChatEnvironment } from './config.ts'
import { httpDelegates } from './delegation/http-delegates.ts'
import { httpProofSource } from './proof/proof-source.ts'
import { service as chat } from './service.ts'

/** Starts chat on the engines that its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningService> {
  const config = readConfig(ChatEnvironment, environment)
  const platform = await openServicePlatform(config, chat.name)
  const models = await openChatModels(config.MODEL_URL, platform)
  const tokens = {
    person: config.QUOTA_TOKENS_PER_PERSON,
    organization: config.QUOTA_TOKENS_PER_ORGANIZATION,
  }
  const passages = documentsPassageSource(config.DOCUMENTS_URL)
  const proof = httpProofSource(config.DOCUMENTS_URL, () => config.MASTER_ADMIN_URL)
  const delegates = httpDelegates(config.GATEWAY_URL, config.DELEGATION_SECRET[0])
  const ports = { passages, ...models, tokens, proof, delegates }
  const service = await startService(chat, { ...platform, ports })
  return closingEngines(service, [platform.bus])
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
