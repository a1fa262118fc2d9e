/** A piece of an answer; `cites` is the number of its source. */
export interface AnswerPiece {
  readonly text: string
  readonly isStrong?: boolean
  readonly cites?: number
}

/** What is said of a source, in this order. */
export const factLabels = ['Version', 'Approved', 'Effective', 'Next review', 'Passage'] as const

/** A passage of a document as the evidence column shows it. */
export interface Source {
  readonly document: string
  /** One value for each of `factLabels`. */
  readonly facts: readonly string[]
  readonly heading: string
  readonly passage: string
  /** The text after the passage. */
  readonly after: string
}

export interface AnswerExample {
  readonly question: string
  readonly outcome: 'Answered' | 'Sources disagree' | 'No clear answer in the approved documents'
  readonly paragraphs: readonly (readonly AnswerPiece[])[]
  readonly sources: readonly Source[]
  /** Documents named when there is no evidence. */
  readonly nearest?: readonly string[]
}

/** Three outcomes, with an invented organization and quotations from the documents shown. */
export const answerExamples: readonly [AnswerExample, ...AnswerExample[]] = [
  {
    question: 'May I work from Portugal for a month?',
    outcome: 'Answered',
    paragraphs: [
      [
        { text: 'Yes, for up to ' },
        { text: '30 days in a calendar year', isStrong: true },
        { text: ', because Portugal is in the EU.', cites: 1 },
        { text: ' Ask your manager at least two weeks ahead.', cites: 1 },
      ],
      [
        {
          text: 'Client data must stay on your company device, and you may not use public Wi-Fi without the VPN.',
          cites: 2,
        },
      ],
    ],
    sources: [
      {
        document: 'Remote Work Policy',
        facts: ['3', '3 Feb 2026 by Jonas Weber', '1 Mar 2026', '1 Mar 2027', 'Page 4, section 4.2'],
        heading: '4.2 Working from another country',
        passage:
          'Employees may work from another EU country for up to thirty (30) days in a calendar year, with the approval of their manager requested at least two weeks in advance.',
        after:
          'Stays outside the EU, or longer than thirty days, need the written consent of Human Resources.',
      },
      {
        document: 'Access Control Standard',
        facts: ['5', '20 Jan 2026 by Priya Nair', '1 Feb 2026', '1 Feb 2027', 'Page 9, section 6.1'],
        heading: '6.1 Away from the office',
        passage:
          'Client data is handled on company devices only. A public wireless network may be used only through the company VPN.',
        after: 'Devices are locked whenever they are left, however briefly.',
      },
    ],
  },
  {
    question: 'How long do we keep breach records?',
    outcome: 'Sources disagree',
    paragraphs: [
      [{ text: 'Two documents in force disagree.', isStrong: true }],
      [
        { text: 'The Breach Response Policy says six years after the entry was closed.', cites: 1 },
        { text: ' The Data Retention Policy says three years from the date of discovery.', cites: 2 },
      ],
    ],
    sources: [
      {
        document: 'Breach Response Policy',
        facts: ['4', '12 Mar 2026 by Jonas Weber', '15 Mar 2026', '15 Mar 2027', 'Page 7, section 5.3'],
        heading: '5.3 The breach log',
        passage:
          'Entries in the breach log are retained for six (6) years from the date the entry was closed.',
        after: 'The log is reviewed every quarter.',
      },
      {
        document: 'Data Retention Policy',
        facts: ['2', '9 Jan 2025 by Priya Nair', '1 Feb 2025', '1 Feb 2026', 'Page 3, line 13'],
        heading: '2 Records of a suspected breach',
        passage: 'Records of a suspected breach are retained for three (3) years from the date of discovery.',
        after: 'They are kept by the Privacy Officer.',
      },
    ],
  },
  {
    question: 'Do near misses go in the breach log?',
    outcome: 'No clear answer in the approved documents',
    paragraphs: [[{ text: 'Your documents do not say.', isStrong: true }, { text: ' These come closest:' }]],
    sources: [],
    nearest: ['Breach Response Policy · v4', 'Incident Response Plan · v2'],
  },
]
