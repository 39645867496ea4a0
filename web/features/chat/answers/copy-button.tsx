import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'

const words = messages.edits

export function CopyButton({ text }: { text: string }) {
  return (
    <Button size="sm" onClick={() => void copyText(text.trim(), words)}>
      {words.copy}
    </Button>
  )
}
