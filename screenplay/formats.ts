export { docxOf, type DocxOptions, type FontFiles } from './formats/docx/write.ts'
export { fdxOf } from './formats/fdx/write.ts'
export { plainTextOf } from './formats/text/plain-text.ts'
export { trueTypeOf } from './formats/font-file.ts'
export { type ImportedScript, importScript } from './formats/import-script.ts'
export { decodeText } from './formats/decode.ts'
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
export type { LeftOut } from './formats/imported.ts'
export { CONTINUED_TAG, LOCK_INFO } from './formats/pdf/own-pdf.ts'
export { writeZip, type ZipFile } from './formats/zip.ts'
export { escapeXml, readXml, type XmlElement } from './formats/xml.ts'
export { Zip } from './formats/zip.ts'
