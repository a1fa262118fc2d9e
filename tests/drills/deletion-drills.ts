import type { Drill, GuardOff } from './drill.ts'

const noTombstone: GuardOff = {
  ...{ name: 'no-tombstone', breaks: 'work for a deleted organization goes on' },
  edits: [
    {
      file: 'packages/service-kit/src/database/open-database.ts',
      text: 'call enter_organization(',
      by: "select set_config('app.organization_id', abs::text, true) from abs(",
    },
  ],
}

/** What is deleted is gone for good. */
export const deletionDrills: readonly Drill[] = [
  {
    ...{ name: 'purge-killed', promise: 'R16' },
    files: ['tests/drills/killed-purge.drill', 'packages/service-kit/src/purge/purge-broken-off.drill'],
    guards: [
      {
        ...{ name: 'no-sum', breaks: 'what a killed purge had removed is not counted any more' },
        edits: [
          {
            file: 'packages/service-kit/src/purge/purge-organization.ts',
            text: '+ excluded.removed',
            by: '* 0 + excluded.removed',
          },
        ],
        noticedBy: /dies at any step/,
      },
    ],
  },
  {
    ...{ name: 'organization-deletion', promise: 'R16' },
    files: ['tests/drills/organization-deletion.test', 'tests/drills/organization-deletion.engines'],
    guards: [noTombstone],
  },
]
