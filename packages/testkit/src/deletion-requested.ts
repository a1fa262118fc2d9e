import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { uuidV7 } from '@portal/service-kit/uuid-v7'

/** The event envelope that makes every service purge an organization. */
export function deletionRequested(organizationId: number): EventEnvelope {
  const { source, type, version } = masterAdminEvents.deletionRequested
  return {
    specversion: '1.0',
    id: uuidV7(),
    source,
    type,
    dataversion: version,
    subject: String(organizationId),
    time: new Date().toISOString(),
    partitionkey: `platform/${organizationId}`,
    data: { organizationId, name: 'Halden Medical' },
  }
}
