/** Files of other programs: Fountain, Final Draft, Word, PDF and plain text, in and out. */
export { decodeText } from './formats/decode.ts'
export { docxOf, type DocxOptions, type FontFiles } from './formats/docx/write.ts'
export {
  type EncodingChoice,
  ImportFailure,
  type ImportFailureCode,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CHARACTERS,
  MAX_IMPORT_PAGES,
  UnknownEncoding,
} from './formats/failure.ts'
export type { FdxLoss } from './formats/fdx/losses.ts'
export { paperColor } from './formats/fdx/revisions.ts'
export { fdxOf } from './formats/fdx/write.ts'
export { trueTypeOf } from './formats/font-file.ts'
export {
  type DocumentKind,
  type ImportedScript,
  importDocument,
  importScript,
} from './formats/import-script.ts'
export type { LeftOut } from './formats/imported.ts'
export { CONTINUED_TAG, LOCK_INFO } from './formats/pdf/own-pdf.ts'
export { plainTextOf } from './formats/text/plain-text.ts'
export { escapeXml, readXml, type XmlElement } from './formats/xml.ts'
export { writeZip, Zip, type ZipFile } from './formats/zip.ts'
