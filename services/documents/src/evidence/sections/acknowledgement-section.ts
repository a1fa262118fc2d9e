import { csvLine } from '@portal/service-kit/csv-line'
import { own } from '@portal/service-kit/database/own'
import { html } from '@portal/service-kit/html'
import { asc, inArray, isNotNull, sql } from 'drizzle-orm'
import { acknowledgements, campaigns, requests } from '../../acknowledgements/acknowledgement-schema.ts'
import { campaignOfRequest, countedAcknowledgement } from '../../acknowledgements/asked-people.ts'
import type { DocumentEvidence, Section } from '../document-evidence.ts'
import { jsonFile, textFile } from '../pack-file.ts'

/** Who was asked to read a version, and who has, bound to the file by its hash. */
export const acknowledgementSection: Section = async function* (of) {
  const started = await startedCampaigns(of)
  const given = await givenAcknowledgements(of)
  const asked = await askedPeople(of, started)
  yield jsonFile(`${of.folder}/acknowledgements.json`, { campaigns: started, asked, given })
  const lines = [...given, ...outstanding(asked)].map(line)
  yield textFile(`${of.folder}/acknowledgements.csv`, [csvLine(columns), ...lines].join(''))
  if (started.length === 0) return html`<h2>Acknowledgements</h2><p>Nobody was asked to acknowledge it.</p>`
  const byCampaign = Map.groupBy(asked, ({ campaignId }) => campaignId)
  const rows = started.map(({ id, version, createdAt, dueOn }) => {
    const people = (byCampaign.get(id) ?? []).filter(({ releasedAt }) => releasedAt === null)
    const read = people.filter(({ hasRead }) => hasRead).length
    return html`<tr><td>${version}</td><td>${of.shownTime(createdAt)}</td><td>${dueOn}</td>
<td>${read} of ${people.length}</td></tr>`
  })
  return html`<h2>Acknowledgements</h2><table><thead><tr><th>Version</th><th>Asked</th><th>Due</th>
<th>Have read it</th></tr></thead><tbody>${rows}</tbody></table>
<p>By name: <a href="acknowledgements.csv">acknowledgements.csv</a></p>`
}

const numbersOf = ({ versions }: DocumentEvidence) => new Map(versions.map(({ id, number }) => [id, number]))

async function startedCampaigns(of: DocumentEvidence) {
  const numbers = numbersOf(of)
  const wanted = own(campaigns, of, inArray(campaigns.versionId, [...numbers.keys()]))
  const rows = await of.tx((db) =>
    db.select().from(campaigns).where(wanted).orderBy(asc(campaigns.createdAt)),
  )
  return rows.map(({ organizationId: _, ...campaign }) => ({
    ...campaign,
    version: numbers.get(campaign.versionId) ?? 0,
  }))
}

async function givenAcknowledgements(of: DocumentEvidence) {
  const numbers = numbersOf(of)
  const wanted = own(acknowledgements, of, inArray(acknowledgements.versionId, [...numbers.keys()]))
  const rows = await of.tx((db) =>
    db.select().from(acknowledgements).where(wanted).orderBy(asc(acknowledgements.id)),
  )
  return rows.map(({ organizationId: _, ...given }) => ({
    ...given,
    version: numbers.get(given.versionId) ?? 0,
    personName: of.nameOf(given.personId),
  }))
}

/** Whether they had read it, or a version whose changes since were minor, by the campaign's end. */
async function askedPeople(of: DocumentEvidence, started: Awaited<ReturnType<typeof startedCampaigns>>) {
  const versionOf = new Map(started.map(({ id, version }) => [id, version]))
  const wanted = own(requests, of, inArray(requests.campaignId, [...versionOf.keys()]))
  const hasRead = sql<boolean>`${isNotNull(acknowledgements.id)}`
  const rows = await of.tx((db) =>
    db
      .select({ request: requests, hasRead })
      .from(requests)
      .innerJoin(campaigns, campaignOfRequest)
      .leftJoin(acknowledgements, countedAcknowledgement)
      .where(wanted)
      .orderBy(asc(requests.campaignId), asc(requests.personId)),
  )
  return rows.map(({ request: { organizationId: _, ...request }, hasRead: has }) => ({
    ...request,
    version: versionOf.get(request.campaignId) ?? 0,
    personName: of.nameOf(request.personId),
    hasRead: has,
  }))
}

/** Those who have read a version in none of its campaigns, each once. */
function outstanding(asked: Awaited<ReturnType<typeof askedPeople>>) {
  const byPerson = Map.groupBy(asked, ({ version, personId }) => `${version} ${personId}`)
  return [...byPerson.values()]
    .filter((requested) => requested.every(({ hasRead }) => !hasRead))
    .flatMap((requested) => requested.slice(0, 1))
}

const columns = ['version', 'person', 'acknowledgedAt', 'contentHash', 'personId']

interface Line {
  readonly version: number
  readonly personName: string
  readonly personId: string
  readonly acknowledgedAt?: Date
  readonly contentHash?: string
}

/** Without a time: asked, and not acknowledged. */
function line({ version, personName, personId, acknowledgedAt, contentHash }: Line): string {
  return csvLine([version, personName, acknowledgedAt?.toISOString() ?? null, contentHash ?? null, personId])
}
