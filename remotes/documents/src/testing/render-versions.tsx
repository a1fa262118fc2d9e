import type { Approval, PendingApproval } from '@portal/contracts/approvals'
import { defaultSettings } from '@portal/contracts/organization-settings'
import type { DocumentVersion } from '@portal/contracts/versions'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen as Approvals } from '../routes/approvals.tsx'
import { Screen as Versions } from '../routes/versions.tsx'
import { fixedPolicy } from './fixed-versions.ts'

export interface VersionsSetup extends ScreenSetup {
  readonly versions?: readonly DocumentVersion[]
  readonly pending?: readonly PendingApproval[]
  readonly approvals?: readonly Approval[]
}

const members = ['person-1', 'author', 'colleague'].map((id) => ({
  id,
  name: id === 'colleague' ? 'Cora League' : `Ada ${id}`,
}))

function responsesOf({ versions = [], pending = [], approvals = [], responses }: VersionsSetup) {
  const ofVersions = versions.map(({ id }) => [
    `GET /api/documents/versions/${id}/approvals`,
    () => Response.json(approvals.filter(({ versionId }) => versionId === id)),
  ])
  return {
    [`GET /api/documents/${fixedPolicy.id}`]: () => Response.json(fixedPolicy),
    [`GET /api/documents/${fixedPolicy.id}/versions`]: () => Response.json(versions),
    'GET /api/approvals/pending': () => Response.json(pending),
    'GET /api/acknowledgements/campaigns': () => Response.json([]),
    'GET /api/organization/settings': () => Response.json(defaultSettings),
    'GET /api/users/names': () => Response.json(members),
    ...Object.fromEntries(ofVersions),
    ...responses,
  }
}

/** Renders the versions page of the fixed policy. */
export function renderVersions(setup: VersionsSetup = {}): RenderedScreen {
  const { id } = fixedPolicy
  const path = `/documents/${id}/versions`
  return renderScreen(Versions, { path, params: { id }, ...setup, responses: responsesOf(setup) })
}

/** Renders the inbox of approvals. */
export function renderApprovals(setup: VersionsSetup = {}): RenderedScreen {
  return renderScreen(Approvals, { path: '/approvals', ...setup, responses: responsesOf(setup) })
}
