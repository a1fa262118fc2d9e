import { documentsApi } from '@portal/contracts/documents'
import { ingestionApi } from '@portal/contracts/ingestion'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { toast } from '@portal/remote-kit/toast'
import { counted } from '@portal/ui/counted'

const problemsPath = ingestionApi.listIngestionProblems.path

/** Reads files again that failed: these versions, or without any all of them. */
export function useReadAgain() {
  return useReportedMutation(ingestionApi.readAgain, {
    refreshes: [problemsPath, documentsApi.listDocuments.path],
    failure: 'The files could not be read again',
    onDone: ({ versions }) =>
      toast({
        title: 'Success',
        description:
          versions === 0
            ? 'Nothing was left to be read again.'
            : `${counted(versions, 'file is', 'files are')} being read again.`,
        variant: 'success',
      }),
  })
}
