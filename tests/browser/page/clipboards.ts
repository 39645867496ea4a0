/** What Word for Windows puts on the clipboard: a style sheet, unquoted attributes, lines wrapped anywhere. */
export const wordHtml = (
  body: string,
  styles = '',
) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face
	{font-family:"Courier New";
	panose-1:2 7 3 9 2 2 5 2 4 4;}
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	margin:0in;
	font-size:12.0pt;
	font-family:"Courier New";}
${styles}
@page WordSection1
	{size:8.5in 11.0in;
	margin:1.0in 1.0in 1.0in 1.5in;}
-->
</style>
<!--[if gte mso 10]><style>/* Style Definitions */ table.MsoNormalTable {color:red}</style><![endif]-->
</head>
<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->
${body}
<!--EndFragment-->
</body>
</html>
`

/** What Google Docs puts on the clipboard: everything in a <b> that is not bold, spans with all their styles. */
export const docsHtml = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6e1f2d3c-7fff-1b2a-0000-0123456789ab">${body}</b><br class="Apple-interchange-newline">`

export const docsSpan = (text: string, { weight = 400, style = 'normal', line = 'none' } = {}) =>
  `<span style="font-size:12pt;font-family:'Courier New',monospace;color:#000000;background-color:transparent;font-weight:${weight};font-style:${style};font-variant:normal;text-decoration:${line};vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`

export const docsParagraph = (content: string, { left = 0, align = 'left' } = {}) =>
  `<p dir="ltr" style="line-height:1.2;text-align: ${align};${left ? `margin-left: ${left}pt;` : ''}margin-top:0pt;margin-bottom:0pt;">${content}</p>`

/** What browsers on a Mac make of rich text, as Final Draft copies it: points written as pixels. */
export const appleHtml = (
  body: string,
) => `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta http-equiv="Content-Style-Type" content="text/css">
<title></title>
<meta name="Generator" content="Cocoa HTML Writer">
<meta name="CocoaVersion" content="2487.4">
<style type="text/css">
p.p1 {margin: 24.0px 0.0px 0.0px 36.0px; font: 12.0px 'Courier Final Draft'}
p.p2 {margin: 12.0px 0.0px 0.0px 36.0px; font: 12.0px 'Courier Final Draft'}
p.p3 {margin: 12.0px 0.0px 0.0px 180.0px; font: 12.0px 'Courier Final Draft'}
p.p4 {margin: 0.0px 0.0px 0.0px 144.0px; text-indent: -7.0px; font: 12.0px 'Courier Final Draft'}
p.p5 {margin: 0.0px 0.0px 0.0px 108.0px; font: 12.0px 'Courier Final Draft'}
p.p6 {margin: 12.0px 0.0px 0.0px 324.0px; text-align: right; font: 12.0px 'Courier Final Draft'}
</style>
</head>
<body>
${body}
</body>
</html>
`
