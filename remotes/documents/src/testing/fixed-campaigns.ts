import type {
  Acknowledgement,
  Campaign,
  CampaignPerson,
  PendingAcknowledgement,
} from '@portal/contracts/acknowledgements'
import { gifts } from './render-document.tsx'

const { id: documentId, customId, title: documentTitle } = gifts
const versionId = gifts.currentVersion?.id ?? ''
const contentHash = 'a'.repeat(64)
const ofGifts = { documentId, customId, documentTitle, versionId, version: 1, contentHash }
const campaignId = '0190b6c1-0000-7000-b000-000000000001'

/** What the gifts policy's readers are asked. */
export function fixedReading(changes: Partial<PendingAcknowledgement> = {}): PendingAcknowledgement {
  return {
    ...{ id: campaignId, campaignId, ...ofGifts, changes: 'Gifts are registered.', change: 'material' },
    ...{ dueOn: '2099-01-31', isOverdue: false, askedAt: '2026-01-14T10:20:00.000Z' },
    ...changes,
  }
}

/** An acknowledgement of the gifts policy. */
export function fixedAcknowledgement(changes: Partial<Acknowledgement> = {}): Acknowledgement {
  const id = '0190b6c1-0000-7000-a000-000000000001'
  return { id, campaignId, ...ofGifts, acknowledgedAt: '2026-01-15T10:20:00.000Z', ...changes }
}

/** A campaign that one of three has answered. */
export function fixedCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    ...{ id: campaignId, ...ofGifts, departmentIds: null, dueOn: '2099-01-31', isOverdue: false },
    ...{ change: 'material', state: 'open', startedBy: 'person-1', closedAt: null, remindedAt: null },
    createdAt: '2026-01-14T10:20:00.000Z',
    progress: { asked: 3, acknowledged: 1, outstanding: 2, carried: 0, former: 0 },
    ...changes,
  }
}

/** Somebody whom it asks. */
export function fixedReader(name: string, changes: Partial<CampaignPerson> = {}): CampaignPerson {
  return {
    ...{ id: name.toLowerCase(), name, state: 'outstanding', isAsked: true, acknowledgedAt: null },
    ...{ askedAt: '2026-01-14T10:20:00.000Z', version: null },
    ...changes,
  }
}
