/** The areas that the result speaks about. */
export const areas = ['Finding', 'Versions', 'Approval', 'Evidence'] as const
export type Area = (typeof areas)[number]

/** The answers to every question, with their points. */
export const choices = [
  { label: 'Yes', points: 2 },
  { label: 'Partly', points: 1 },
  { label: 'No', points: 0 },
] as const
export type Choice = (typeof choices)[number]['label']

export interface QuizQuestion {
  readonly area: Area
  readonly text: string
  /** What to do if the answer is not Yes. */
  readonly advice: string
}

export const quizQuestions: readonly QuizQuestion[] = [
  {
    area: 'Finding',
    text: 'Can every employee find the policy that applies to them within a minute?',
    advice: 'Keep all policies in one library, filed by department, with an ID that people can quote.',
  },
  {
    area: 'Finding',
    text: 'Do people get the sentence that answers their question, not only the file?',
    advice: 'Let people ask in their own words, and show them the passage that answers.',
  },
  {
    area: 'Finding',
    text: 'Do you learn which questions your policies leave open?',
    advice: 'Collect the questions that found no answer and give each to the owner of a policy.',
  },
  {
    area: 'Versions',
    text: 'Is it clear for each policy which version is in force today?',
    advice: 'Mark exactly one version as current, and take drafts and old versions out of reach.',
  },
  {
    area: 'Versions',
    text: 'Can you show what changed between two versions without reading both?',
    advice: 'Compare versions line by line, and let approvers start with the difference.',
  },
  {
    area: 'Versions',
    text: 'Does each policy have an owner and a date for its next review?',
    advice: 'Name an owner for each document and set its cycle of review.',
  },
  {
    area: 'Approval',
    text: 'Is it written down who must approve which kind of policy?',
    advice: 'Set approval rules by department, with stages and the people who decide.',
  },
  {
    area: 'Approval',
    text: 'Does every new text need somebody other than its author to put it in force?',
    advice: 'Require an approver other than the author for every version.',
  },
  {
    area: 'Approval',
    text: 'Do approvals still move when an approver is away?',
    advice: 'Name delegates, and set deadlines for each stage.',
  },
  {
    area: 'Evidence',
    text: 'Could you prove today who approved a policy two years ago, and when?',
    advice: 'Keep decisions with name, time and comment in a record that shows later edits.',
  },
  {
    area: 'Evidence',
    text: 'Do you know who has read and acknowledged the policies that require it?',
    advice: 'Ask people to acknowledge a version, and remind those who have not.',
  },
  {
    area: 'Evidence',
    text: 'Could you hand an auditor the evidence for one policy within a day?',
    advice: 'Prepare evidence as a pack: the text, its approvals and its extract of the audit trail.',
  },
]
