import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { HeadedSection } from '../site/section.tsx'

const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Does it need a language model?',
    answer:
      'No. Without one, the assistant quotes the passages that answer. With one, it puts them into words, and what a passage does not support is not shown. Your admins can switch the model off at any time.',
  },
  {
    question: 'Which files can it read?',
    answer:
      'PDF, Word and text files of up to 10 MB, tables included. A scan without a text layer is shown as one that cannot be read, with what to do about it.',
  },
  {
    question: 'What if two of our policies disagree?',
    answer:
      'The answer shows both sides, each with its source, and does not choose one. Clauses that cannot both hold are also listed, so that they can be put right before somebody asks.',
  },
  {
    question: 'What happens to an answer when the policy changes?',
    answer:
      'It stays in its conversation, marked as given from an earlier version, and can be asked again. Before they decide, approvers see which answers the new version would change.',
  },
  {
    question: 'Can we try it before we upload anything?',
    answer:
      'Yes. A new organization has five departments and a set of sample policies that are added in one click, and removed in one. The first question can be asked minutes later.',
  },
  {
    question: 'How do we get our documents and records out again?',
    answer:
      'Every version can be downloaded as the file that was uploaded. An evidence pack holds documents, approvals and their part of the audit trail, and can be checked without the portal.',
  },
]

/** What people ask before they call; folded, and readable without JavaScript. */
export function CommonQuestions() {
  return (
    <HeadedSection
      id="questions"
      eyebrow="Before you call"
      title="What people ask us first"
      text="Short answers. The longer ones come with the product open."
      ground="panel"
    >
      <div className="border-default border-t">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-default not-first:border-t">
            <summary className={`${foldLineClass} px-pad py-5 hover:bg-hover`}>
              <FoldMark />
              <h3 className="font-semibold text-16">{question}</h3>
            </summary>
            <p className="max-w-[72ch] text-pretty px-pad pb-6 pl-[calc(var(--spacing-pad)+1.5rem)] text-15/6.25 text-secondary">
              {answer}
            </p>
          </details>
        ))}
      </div>
    </HeadedSection>
  )
}
