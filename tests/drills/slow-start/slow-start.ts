import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyticsApi } from '@portal/contracts/analytics'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { askersMin } from '@portal/contracts/questions'
import { teamApi } from '@portal/contracts/team'
import { versionsApi } from '@portal/contracts/versions'
import { demoDocuments } from '@portal/deploy/seed/demo-documents'
import { demoAsks } from '@portal/deploy/seed/demo-questions'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import { type PortalProcess, type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { signIn } from '@portal/testkit/sign-in'
import { expect, vi } from 'vitest'

/** The demo of a portal: documents, their later versions, what its people are and what they ask. */
interface Demo {
  readonly titles: readonly string[]
  readonly later: readonly string[]
  readonly people: readonly string[]
  readonly trending: readonly string[]
}

/** The demo that a start has to end with. */
export function completeDemo(): Demo {
  return {
    titles: demoDocuments.map(({ title }) => title).sort(),
    later: [
      'POL-FIN-01 2 approved',
      'POL-HR-01 2 approved current',
      'POL-LC-01 2 rejected',
      'SOP-OPS-01 2 pending_approval',
    ],
    people: [
      'Amara manager 2',
      'Ingrid admin 2',
      'Jonas team_member 1',
      'Lena manager 1',
      'Marek team_member 1',
      'Sofia team_member 1',
      'Tomás facilitator 2',
    ],
    trending: trendingOfDemo(),
  }
}

/** Questions of so many of its people that analytics shows them. */
function trendingOfDemo(): string[] {
  const questions = [...new Set(demoAsks.map(({ question }) => question))]
  const asked = (question: string) => demoAsks.filter((ask) => ask.question === question).length
  return questions.filter((question) => asked(question) >= askersMin).sort()
}

/** They ask after the portal is ready, and figures follow a moment later. */
function readTrending(client: Client): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const trending = await client.call(analyticsApi.listTrendingQuestions, { query: {} })
      const questions = trending.map(({ question }) => question).sort()
      expect(questions).toEqual(trendingOfDemo())
      return questions
    },
    { timeout: 240_000, interval: 1000 },
  )
}

/** The demo as its founder sees it. Throws if one of its people cannot log in. */
async function readDemo({ address, logins }: PortalProcess): Promise<Demo> {
  for (const { username, password } of logins) await signIn({ address, username, password })
  const founder = logins.find(({ username }) => username === 'ingrid')
  const browse = await signIn({ address, username: 'ingrid', password: founder?.password ?? '' })
  const client = createClient({ fetch: browse })
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const members = await client.call(teamApi.listMembers, { query: {} })
  const later = documents.map(async ({ id, customId }) => {
    const versions = await client.call(versionsApi.listVersions, { params: { id } })
    const changed = versions.filter(({ version }) => version > 1)
    return changed.map(({ version, status, isActive }) =>
      [customId, version, status, ...(isActive ? ['current'] : [])].join(' '),
    )
  })
  return {
    titles: documents.map(({ title }) => title).sort(),
    later: (await Promise.all(later)).flat().sort(),
    people: members
      .map(({ firstName, role, departments }) => `${firstName} ${role} ${departments.length}`)
      .sort(),
    trending: await readTrending(client),
  }
}

/** Runs `drill` with a data folder of its own, which is removed afterwards. */
export async function withDataFolder<T>(drill: (dataFolder: string) => Promise<T>): Promise<T> {
  const dataFolder = join(tmpdir(), `portal-slow-${randomBytes(6).toString('hex')}`)
  try {
    return await drill(dataFolder)
  } finally {
    await removeDataFolder(dataFolder, () => undefined)
  }
}

/** Starts a portal, reads its demo and stops it. */
export async function demoAfter(start: PortalStart): Promise<Demo> {
  const portal = await startPortalProcess(start)
  try {
    return await readDemo(portal)
  } finally {
    await portal.interrupt()
  }
}
