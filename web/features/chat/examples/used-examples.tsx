import { BookOpen } from 'lucide-react'
import { use, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { LearningLoop } from '../api/learning-loop.ts'
import { ExamplesDialog } from './examples-dialog.tsx'

/** How many examples an answer used, and what they say. Users without access can read them too. */
export function UsedExamples({ ids }: { ids: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const canChange = use(LearningLoop) !== undefined
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookOpen />
        {messages.examples.used(ids.length)}
      </Button>
      <ExamplesDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        source={{ ids }}
        canChange={canChange}
      />
    </>
  )
}
