/** What an approver decided about a version; `by` is the login name. */
interface DemoDecision {
  readonly by: string
  readonly status: 'approved' | 'rejected'
  readonly comments: string
}

/**
 * A version after the first, under the rule of its department: approvers who have not decided are
 * still asked. Once approved it is in force, or will be so many days after the first start.
 */
export interface DemoVersion {
  readonly number: number
  readonly changes: string
  readonly decisions: readonly DemoDecision[]
  readonly effectiveInDays?: number
}

/** Everyone is asked to acknowledge the version in force; these people, by login name, have. */
export interface DemoCampaign {
  readonly dueInDays: number
  readonly readers: readonly string[]
}

/** A document of the demo. `name` and `format` say which of the files `<name>.v<n>.<format>`. */
export interface DemoDocument {
  readonly name: string
  readonly format: 'pdf' | 'docx' | 'txt'
  /** The displayed ID. */
  readonly customId: string
  readonly title: string
  readonly department: string
  /** The departments that may read it; everyone by default. */
  readonly visibleTo?: readonly string[]
  /** The version in force, 1 by default. */
  readonly current?: number
  readonly later?: readonly DemoVersion[]
  readonly campaign?: DemoCampaign
}

/** Policies and procedures of Halden Medical, in the order of their upload. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    name: 'document-control',
    format: 'txt',
    customId: 'SOP-LC-05',
    title: 'Document Control Procedure',
    department: 'Legal & Compliance',
  },
  {
    name: 'records-retention',
    format: 'pdf',
    customId: 'POL-LC-02',
    title: 'Records and Data Retention Policy',
    department: 'Legal & Compliance',
  },
  {
    name: 'speaking-up',
    format: 'pdf',
    customId: 'POL-LC-04',
    title: 'Speaking Up Policy',
    department: 'Legal & Compliance',
  },
  {
    name: 'gifts-and-hospitality',
    format: 'docx',
    customId: 'POL-LC-01',
    title: 'Gifts and Hospitality Policy',
    department: 'Legal & Compliance',
    later: [
      {
        number: 2,
        changes:
          'Sales asked for higher limits: gifts up to EUR 100, meals up to EUR 120, and entries in the register from EUR 75.',
        decisions: [
          {
            by: 'amara',
            status: 'approved',
            comments: 'The limits have not changed since 2019. Fine for HR.',
          },
          {
            by: 'ingrid',
            status: 'rejected',
            comments:
              'EUR 100 is above what most hospitals allow their staff to accept, and a register that begins at EUR 75 would miss most of what auditors ask about. Please keep section 3 as it is.',
          },
        ],
      },
    ],
  },
  {
    name: 'breach-response',
    format: 'docx',
    customId: 'SOP-LC-03',
    title: 'Personal Data Breach Response Procedure',
    department: 'Legal & Compliance',
    visibleTo: ['Legal & Compliance', 'Information Technology'],
  },
  {
    name: 'training',
    format: 'txt',
    customId: 'POL-HR-02',
    title: 'Training and Competence Policy',
    department: 'Human Resources',
  },
  {
    name: 'leave-and-absence',
    format: 'docx',
    customId: 'POL-HR-03',
    title: 'Leave and Absence Policy',
    department: 'Human Resources',
  },
  {
    name: 'remote-work',
    format: 'docx',
    customId: 'POL-HR-01',
    title: 'Remote Work Policy',
    department: 'Human Resources',
    current: 2,
    later: [
      {
        number: 2,
        changes:
          'Three days a week instead of two with a common day on site, up to 20 days abroad, an allowance of EUR 400. The duty to report a loss now opens section 7; reviews of agreements have a section of their own.',
        decisions: [
          {
            by: 'amara',
            status: 'approved',
            comments: 'As agreed with the works councils of all three sites.',
          },
          {
            by: 'ingrid',
            status: 'approved',
            comments: 'Data protection and tax are covered by sections 7 and 9.',
          },
        ],
      },
    ],
    campaign: { dueInDays: 10, readers: ['ingrid', 'tomas', 'lena', 'sofia'] },
  },
  {
    name: 'access-control',
    format: 'pdf',
    customId: 'POL-IT-01',
    title: 'Access Control Policy',
    department: 'Information Technology',
  },
  {
    name: 'password-standard',
    format: 'txt',
    customId: 'STD-IT-03',
    title: 'Password and Authentication Standard',
    department: 'Information Technology',
  },
  {
    name: 'acceptable-use',
    format: 'docx',
    customId: 'POL-IT-02',
    title: 'Acceptable Use Policy',
    department: 'Information Technology',
  },
  {
    name: 'travel-and-expenses',
    format: 'pdf',
    customId: 'POL-FIN-01',
    title: 'Travel and Expenses Policy',
    department: 'Finance & Accounting',
    later: [
      {
        number: 2,
        changes:
          'New rates for cars, hotels and daily allowances, receipts for every amount, trains for journeys of up to five hours.',
        decisions: [
          {
            by: 'amara',
            status: 'approved',
            comments: 'Rates checked against those of the tax authorities.',
          },
          {
            by: 'ingrid',
            status: 'approved',
            comments: 'Please announce the new rule on receipts before it applies.',
          },
        ],
        effectiveInDays: 7,
      },
    ],
  },
  {
    name: 'incident-reporting',
    format: 'txt',
    customId: 'SOP-OPS-05',
    title: 'Incident Reporting Procedure',
    department: 'Operations',
  },
  {
    name: 'supplier-qualification',
    format: 'docx',
    customId: 'SOP-OPS-04',
    title: 'Supplier Qualification Procedure',
    department: 'Operations',
    visibleTo: ['Operations', 'Finance & Accounting'],
  },
  {
    name: 'product-recall',
    format: 'pdf',
    customId: 'SOP-OPS-03',
    title: 'Product Recall and Field Safety Corrective Action',
    department: 'Operations',
  },
  {
    name: 'complaints-handling',
    format: 'docx',
    customId: 'SOP-OPS-02',
    title: 'Complaints Handling Procedure',
    department: 'Operations',
  },
  {
    name: 'cold-chain',
    format: 'pdf',
    customId: 'SOP-OPS-01',
    title: 'Cold Chain: Storage, Transport and Excursions',
    department: 'Operations',
    later: [
      {
        number: 2,
        changes:
          'After the excursion in cold store C2: Quality is informed within 15 minutes, decides within one working day, and drivers carry a spare logger. Rejection of frozen product moves ahead of the assessment.',
        decisions: [
          {
            by: 'lena',
            status: 'approved',
            comments:
              'Agreed with the shift leads in Hamburg and Gothenburg. The shorter delay was tested for four weeks.',
          },
        ],
      },
    ],
  },
]

/** The name under which a document's files are uploaded. */
export function fileNameOf({ customId, title, format }: DemoDocument): string {
  return `${customId} ${title.replaceAll(':', '')}.${format}`
}

const files = new URL('./documents/files/', import.meta.url)

/** The file of a version, by default of the one in force. */
export function demoFile({ name, format, current = 1 }: DemoDocument, version = current): URL {
  return new URL(`${name}.v${version}.${format}`, files)
}
