import type { Paper } from '../../../../screenplay/layout.ts'
import { draftStorage } from '../../../lib/draft-storage.ts'

const KEPT = 'paper'

/** The paper size chosen last. */
export const rememberedPaper = (): Paper => (draftStorage.read(KEPT) === 'a4' ? 'a4' : 'letter')

export const rememberPaper = (paper: Paper): void => draftStorage.write(KEPT, paper)
