import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { readGatewayConfig } from './config.ts'
import { type RunningGateway, runGateway } from './service.ts'
import type { EngineProbe } from './status/read-status.ts'

/** Starts the gateway on what its environment names; `engines` are those that GET /api/status reports. */
export async function startGateway(
  environment: NodeJS.ProcessEnv,
  engines: readonly EngineProbe[] = [],
): Promise<RunningGateway> {
  const config = readGatewayConfig(environment)
  const log = createLogger({ service: 'gateway', level: config.logLevel })
  const bus = openEventBus(config.eventsUrl, { name: 'gateway', log })
  const gateway = await runGateway(config, { bus, log, engines })
  return { ...gateway, stop: () => gateway.stop().finally(() => bus.close()) }
}

if (import.meta.main) await stopOnSignal(() => startGateway(process.env))
