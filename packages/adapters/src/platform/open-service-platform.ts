import type { ServiceEnvironment } from '@portal/service-kit/config'
import { createLogger } from '@portal/service-kit/logger'
import { remotePassportKeys } from '@portal/service-kit/passport'
import type { Platform, RunningService } from '@portal/service-kit/start-service'
import { openTelemetry } from '@portal/telemetry/telemetry'
import { openEventBus } from '../event-bus/open-event-bus.ts'

/** What every service gets from its environment; its own ports come from its `main.ts`. */
export type ServicePlatform = Omit<Platform<never>, 'ports'>

/**
 * Event bus, passport keys, logger and telemetry of a service. Throws a sentence for an unknown
 * engine.
 */
export async function openServicePlatform(
  environment: ServiceEnvironment,
  service: string,
): Promise<ServicePlatform> {
  const telemetry = await openTelemetry({ service, version: environment.VERSION }, environment)
  const { errors } = telemetry
  const log = createLogger({ service, level: environment.LOG_LEVEL, onError: (error) => errors.add(error) })
  return {
    log,
    telemetry,
    urls: {
      owner: environment.DATABASE_OWNER_URL,
      app: environment.DATABASE_APP_URL,
      platform: environment.DATABASE_PLATFORM_URL,
    },
    bus: await openEventBus(environment.EVENTS_URL, { name: service, log }),
    passportKeys: remotePassportKeys(environment.GATEWAY_URL),
    listen: {
      host: environment.LISTEN_HOST,
      port: environment.LISTEN_PORT,
      lingerMs: environment.LINGER_SECONDS * 1000,
    },
    version: environment.VERSION,
  }
}

/** The service, with engines that its `stop` closes after the last request. */
export function closingEngines(
  service: RunningService,
  engines: readonly { close(): Promise<void> }[],
): RunningService {
  return {
    ...service,
    stop: async () => {
      await service.stop()
      await Promise.all(engines.map((engine) => engine.close()))
    },
  }
}
