import type { MissingCharacters } from '../../../../contract/export-script.ts'
import { Store } from '../../../lib/store.ts'

type Question = { about: MissingCharacters; answer: (goesOn: boolean) => void }

/** What `MissingDialog` asks at the moment. */
export const question = new Store<Question | undefined>(undefined)

/** Whether the writer wants a PDF with boxes in place of these characters. */
export function askAboutMissing(about: MissingCharacters): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (goesOn: boolean) => {
      question.set(undefined)
      resolve(goesOn)
    }
    question.set({ about, answer })
  })
}
