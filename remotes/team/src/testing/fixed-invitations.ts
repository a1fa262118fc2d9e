import type { Invitation } from '@portal/contracts/invitations'

/** The n-th invitation of an organization, pending by default. */
export function fixedInvitation(n: number, changes: Partial<Invitation> = {}): Invitation {
  return {
    id: `0190b6c1-0000-7000-a000-${String(n).padStart(12, '0')}`,
    email: `invited-${n}@halden.test`,
    role: 'team_member',
    createdAt: '2026-01-14T10:20:00.000Z',
    acceptedAt: null,
    expiresAt: '2026-01-21T10:20:00.000Z',
    isExpired: false,
    ...changes,
  }
}
