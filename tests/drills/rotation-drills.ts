import type { Drill } from './drill.ts'

/** Secrets that are replaced while the portal is in use. */
export const rotationDrills: readonly Drill[] = [
  {
    ...{ name: 'rotation', promise: 'R33' },
    files: [
      'services/gateway/src/rotated-secrets.test',
      'services/gateway/src/two-replicas.test',
      'services/gateway/src/proxy/delegated-passports.test',
      'services/team/src/invitations/invitation-link.test',
      'deploy/operate/audit/replaced-key.test',
    ],
    guards: [
      {
        ...{ name: 'one-secret', breaks: 'what a replaced secret sealed cannot be opened' },
        edits: [
          {
            file: 'services/gateway/src/secrets/seal.ts',
            text: 'const keys = [current, ...former.map(derive)]',
            by: 'const keys = [current]',
          },
        ],
        noticedBy: /^secrets of the gateway are replaced/,
      },
      {
        ...{ name: 'one-client-secret', breaks: 'the provider is asked with one secret only' },
        edits: [
          {
            file: 'services/gateway/src/oidc/provider-discovery.ts',
            text: 'if (response.status !== 401) break',
            by: 'if (response.status >= 0) break',
          },
        ],
        noticedBy: /^the client secret is replaced/,
      },
      {
        ...{ name: 'kept-keys', breaks: 'keys that a replaced secret sealed go on signing' },
        edits: [
          {
            file: 'services/gateway/src/secrets/signing-keys.ts',
            text: 'isYoung(newest) && !isReplaced(newest.sealedPrivateKey, seal)',
            by: 'isYoung(newest)',
          },
        ],
        noticedBy: /^secrets of the gateway are replaced/,
      },
    ],
  },
]
