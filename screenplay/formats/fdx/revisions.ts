import { type RevisionSet, revisionSets } from '../../../contract/revision-sets.ts'
import { REVISION_MARK_LEFT } from '../../layout/columns.ts'
import { xmlElement } from './paragraph-text.ts'
import type { XmlElement } from '../xml.ts'
import { type Revision, revisionLabel, setName } from '../../changes/revision.ts'

/** The colours of revised text and of the paper, with 16 bits for each of red, green and blue. */
const colors: Record<RevisionSet, { text: string; page: string }> = {
  white: { text: '#000000000000', page: '#FFFFFFFFFFFF' },
  blue: { text: '#00000000FFFF', page: '#BFBFE4E4FFFF' },
  pink: { text: '#FFFF14149393', page: '#FFFFD1D1DCDC' },
  yellow: { text: '#B3B38F8F0000', page: '#FFFFFFFFB3B3' },
  green: { text: '#000080800000', page: '#CCCCFFFFCCCC' },
  goldenrod: { text: '#B8B886860B0B', page: '#FFFFDFDF8080' },
  buff: { text: '#8B8B73735555', page: '#F5F5E6E6CCCC' },
  salmon: { text: '#E9E950503030', page: '#FFFFC8C8B4B4' },
  cherry: { text: '#C8C800003232', page: '#FFFFB6B6C1C1' },
}

export const setId = (set: RevisionSet): string => String(revisionSets.indexOf(set) + 1)

/** The colour of the paper as 24-bit RGB. */
export const paperColor = (set: RevisionSet): string =>
  colors[set].page.replace(/^#(..)..(..)..(..)..$/, '#$1$2$3')

/** All sets, as Final Draft's templates have them, so that the next revision only has to be chosen. */
export function revisionsOf(revision: Revision): XmlElement {
  const sets = revisionSets.map((set) => {
    const { text, page } = colors[set]
    return xmlElement('Revision', {
      Color: text,
      FullRevision: 'No',
      ID: setId(set),
      Mark: '*',
      Name: set === revision.set ? revisionLabel(revision) : setName(set),
      PageColor: page,
    })
  })
  const attributes = {
    ActiveSet: setId(revision.set),
    Location: String(REVISION_MARK_LEFT),
    RevisionMode: 'No',
    RevisionsShown: 'Active',
    ShowAllMarks: 'No',
    ShowAllSets: 'No',
    ShowPageColor: 'No',
  }
  return xmlElement('Revisions', attributes, sets)
}
