/** A document of the demo. `name` and `format` say which of the files `<name>.v<n>.<format>`. */
export interface DemoDocument {
  readonly name: string
  readonly format: 'pdf' | 'docx' | 'txt'
  /** The displayed ID. */
  readonly customId: string
  readonly title: string
  readonly department: string
  /** The version in force, 1 by default. */
  readonly current?: number
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
  },
  {
    name: 'breach-response',
    format: 'docx',
    customId: 'SOP-LC-03',
    title: 'Personal Data Breach Response Procedure',
    department: 'Legal & Compliance',
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
  },
]

const files = new URL('./documents/files/', import.meta.url)

/** The file of a version, by default of the one in force. */
export function demoFile({ name, format, current = 1 }: DemoDocument, version = current): URL {
  return new URL(`${name}.v${version}.${format}`, files)
}
