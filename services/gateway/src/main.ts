import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { createLogger } from '@portal/service-kit/logger'
import { stopOnSignal } from '@portal/service-kit/stop-on-signal'
import { openTelemetry } from '@portal/telemetry/telemetry'
import { readGatewayConfig } from './config.ts'
import { type RunningGateway, runGateway } from './service.ts'

/** Starts the gateway on what its environment names. */
export async function start(environment: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const config = readGatewayConfig(environment)
  const about = { service: 'gateway', version: config.version }
  const telemetry = await openTelemetry(about, config.telemetry)
  const { errors } = telemetry
  const log = createLogger({
    ...{ service: 'gateway', level: config.logLevel },
    onError: (error) => errors.add(error),
  })
  const bus = await openEventBus(config.eventsUrl, { name: 'gateway', log })
  const gateway = await runGateway(config, { bus, log, telemetry })
  return { ...gateway, stop: () => gateway.stop().finally(() => bus.close()) }
}

if (import.meta.main) await stopOnSignal(() => start(process.env))
