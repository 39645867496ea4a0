import { readXml, type XmlElement } from '../../../screenplay/formats.ts'

const settings = (type: string, font: string, spec: string, behavior = '') =>
  `<ElementSettings Type="${type}">
    <FontSpec AdornmentStyle="0" Background="#FFFFFFFFFFFF" Color="#000000000000" Font="Courier Final Draft" RevisionID="0" Size="12" Style="${font}"/>
    <ParagraphSpec ${spec}/>${behavior}
  </ElementSettings>`

const CONTENT = `
    <Paragraph Type="Cold Opening"><Text>cold open</Text></Paragraph>
    <Paragraph Number="1" Type="Scene Heading" id="p-1">
      <SceneProperties Color="#FFFF00000000" Length="3/8" Page="1" Title="Fog">
        <SceneArcBeats><CharacterArcBeat Name="MIRA"><Paragraph><Text>Doubts.</Text></Paragraph></CharacterArcBeat></SceneArcBeats>
        <Summary><Paragraph><Text>They meet.</Text></Paragraph></Summary>
      </SceneProperties>
      <Text>INT. HALL - DAY</Text>
    </Paragraph>
    <Paragraph Type="Action"><Text>Dust. </Text><Text RevisionID="2">A lamp</Text><Text> and </Text><Text Style="Bold" TagNumber="7">a knife</Text><Text>.</Text></Paragraph>
    <Paragraph Type="Action"/>
    <Paragraph Type="Shot"><Text>close on the lamp</Text></Paragraph>
    <Paragraph Type="Character"><Text>Mira</Text></Paragraph>
    <Paragraph Type="Parenthetical"><Text>(low)</Text></Paragraph>
    <Paragraph Type="Dialogue"><Text Color="#FFFF00000000">Hello.</Text></Paragraph>
    <Paragraph Type="Lyric"><Text>La la la</Text></Paragraph>
    <Paragraph SpaceBefore="12" Type="General"><DualDialogue>
      <Paragraph Type="Character"><Text>EVA</Text></Paragraph>
      <Paragraph Type="Dialogue"><Text>Now!</Text></Paragraph>
      <Paragraph Type="Character"><Text>ION</Text></Paragraph>
      <Paragraph Type="Dialogue"><Text RevisionID="2">No!</Text></Paragraph>
    </DualDialogue></Paragraph>
    <Paragraph Type="End Of Act"><Text>end of cold open</Text></Paragraph>
    <Paragraph Type="New Act"><Text>act one</Text></Paragraph>
    <Paragraph Number="2" Type="Scene Heading"><Text>OMITTED</Text>
      <OmittedScene>
        <Paragraph Type="Scene Heading"><Text>EXT. YARD - DUSK</Text></Paragraph>
        <Paragraph Type="Action"><Text TagNumber="9">Mira waits.</Text></Paragraph>
      </OmittedScene>
    </Paragraph>
    <Paragraph Number="A3" Type="Scene Heading"><Text>EXT. PIER - NIGHT</Text></Paragraph>
    <Paragraph Alignment="Right" LeftIndent="2.00" Type="Action"><Text>The sign: KEEP OUT.</Text></Paragraph>
    <Paragraph StartsNewPage="Yes" Type="General"><Text>A card.</Text></Paragraph>
    <Paragraph Type="Cast List"><Text>Mira, Bo</Text></Paragraph>
    <Paragraph Type="Transition"><Text>CUT TO:</Text></Paragraph>
    <Paragraph Type="Action"><Text></Text></Paragraph>`

const TITLE = `
    <Content>
      <Paragraph Alignment="Right"><Text>BLUE DRAFT</Text></Paragraph>
      <Paragraph Alignment="Center"><Text></Text></Paragraph>
      <Paragraph Alignment="Center"><Text Font="Courier Final Draft" Size="24" Style="Underline">FOG</Text></Paragraph>
      <Paragraph Alignment="Center"><Text></Text></Paragraph>
      <Paragraph Alignment="Center"><Text>Written by</Text></Paragraph>
      <Paragraph Alignment="Center"><Text>Ada Quill</Text></Paragraph>
      <Paragraph Alignment="Left"><Text></Text></Paragraph>
      <Paragraph Alignment="Left"><Text>Pier 7</Text></Paragraph>
      <Paragraph Alignment="Left"><Text>555-0100</Text></Paragraph>
      <Paragraph Alignment="Left"><Text></Text></Paragraph>
      <Paragraph Alignment="Right" LeftIndent="5.00"><Text>Agent: Bo Lamp</Text></Paragraph>
    </Content>
    <TextState Scaling="100"/>`

const names = Array.from({ length: 30 }, (_, n) => `<Character>PERSON ${n}</Character>`).join('')

const REST = `
  <HeaderAndFooter FooterVisible="No" HeaderVisible="Yes" StartingPage="1"><Header><Paragraph Alignment="Right"><DynamicLabel Type="Page #"/><Text>.</Text></Paragraph></Header></HeaderAndFooter>
  <SpellCheckIgnoreLists><IgnoredRanges><Range Start="3" End="5"/></IgnoredRanges><IgnoredWords><Word>Tver</Word></IgnoredWords></SpellCheckIgnoreLists>
  <PageLayout BackgroundColor="#FFFFFFFFFFFF" BottomMargin="72" BreakDialogueAndActionAtSentences="No" DocumentLeading="Tight" FooterMargin="36" HeaderMargin="36" TopMargin="72" UsesSmartQuotes="Yes"><PageSize Height="11.00" Width="8.50"/><AutoCastList CastListElement="Cast List"/></PageLayout>
  <WindowState Height="800" Left="1" Top="2" Width="900"/>
  <ScriptNoteDefinitions Active="1"><ScriptNoteDefinition Color="#000000000000" ID="1" Marker="*" Name="General"/></ScriptNoteDefinitions>
  ${settings('Scene Heading', 'Bold+AllCaps', 'Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="1.50" RightIndent="7.50" SpaceBefore="24" Spacing="1" StartsNewPage="No"', '<Behavior PaginateAs="Scene Heading" ReturnKey="Action" Shortcut="1"/>')}
  ${settings('Character', 'AllCaps', 'Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="3.50" RightIndent="7.25" SpaceBefore="12" Spacing="1" StartsNewPage="No"')}
  ${settings('Dialogue', '', 'Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="2.25" RightIndent="6.00" SpaceBefore="0" Spacing="2" StartsNewPage="No"')}
  ${settings('Shot', 'AllCaps', 'Alignment="Left" FirstIndent="0.00" LeftIndent="1.50" RightIndent="7.50" SpaceBefore="24" Spacing="1" StartsNewPage="No"')}
  ${settings('New Act', 'Underline+AllCaps', 'Alignment="Center" FirstIndent="0.00" LeftIndent="1.00" RightIndent="7.50" SpaceBefore="12" Spacing="1" StartsNewPage="Yes"')}
  ${settings('End of Act', 'Underline+AllCaps', 'Alignment="Center" FirstIndent="0.00" LeftIndent="1.00" RightIndent="7.50" SpaceBefore="24" Spacing="1" StartsNewPage="No"')}
  ${settings('Cold Opening', 'Underline+AllCaps', 'Alignment="Center" FirstIndent="0.00" LeftIndent="1.00" RightIndent="7.50" SpaceBefore="12" Spacing="1" StartsNewPage="Yes"')}
  <TitlePage>${TITLE}</TitlePage>
  <ScriptNotes><TableColumnSettings><Column>Order</Column></TableColumnSettings>
    <ScriptNote Color="#6363A7A7EFEF" DateTime="20260101T120000" Id="107" Name="Prop" Range="32,38" Type="First Pass" WriterName="Ada"><Paragraph><Text>Which lamp?</Text></Paragraph><Paragraph><Text>Ask Bo.</Text></Paragraph></ScriptNote>
  </ScriptNotes>
  <SmartType><Characters>${names}</Characters><TimesOfDay Separator=" - "><TimeOfDay>DAY</TimeOfDay></TimesOfDay></SmartType>
  <MoresAndContinueds><FontSpec Font="Courier Final Draft" Size="12"/><DialogueBreaks AutomaticCharacterContinueds="No" BottomOfPage="Yes" DialogueBottom="(MORE)" DialogueTop="(cont'd)" TopOfNext="Yes"/><SceneBreaks ContinuedNumber="No" SceneBottom="(CONTINUED)" SceneBottomOfPage="Yes" SceneTop="CONTINUED:" SceneTopOfNext="Yes"/></MoresAndContinueds>
  <LockedPages><LockedPage Number="1"/></LockedPages>
  <Revisions ActiveSet="2" Location="7.75" RevisionMode="Yes" RevisionsShown="Active" ShowAllMarks="No" ShowAllSets="No"><Revision Color="#00000000FFFF" FullRevision="No" ID="2" Mark="*" Name="Blue Rev."/></Revisions>
  <Macros><Macro Element="Scene Heading" Name="INT" Shortcut="Alt+1" Text="INT. " Transition="None"/></Macros>
  <Actors><Actor MacVoice="Alex" Name="Man 1" Pitch="Normal"/></Actors>
  <Cast><Narrator><Element Type="Action"/></Narrator><Member Actor="Man 1" Character="MIRA"/></Cast>
  <SceneNumberOptions LeftLocation="0.75" RightLocation="7.38" ShowNumbersOnLeft="Yes" ShowNumbersOnRight="Yes"/>
  <ListItems><ListItem Id="1" Title="Opening" Type="Beat"><Content><Paragraph><Text>A lamp in the fog.</Text></Paragraph></Content></ListItem></ListItems>
  <TagData><TagCategories><TagCategory Name="Props" Id="c1"/></TagCategories><TagDefinitions><TagDefinition CatId="c1" Id="t1" Label="knife"/></TagDefinitions><Tags><Tag Number="7"><DefId>t1</DefId></Tag></Tags></TagData>
  <TargetScriptLength Pages="110"/>`

const fdxFile = (content: string, rest = '', version = '4') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="${version}">
  <Content>${content}</Content>${rest}
</FinalDraft>
`

/** A file as Final Draft writes it, with everything that Fountain text cannot express. */
export const RICH_FDX = fdxFile(CONTENT, REST, '5')

/** Attributes that Final Draft recomputes whenever it opens a file. */
const computed = new Set(['id', 'Length', 'Page'])

type Part = { path: string; value: string }

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string'

/** The contents of a file: each attribute and text with its path; siblings of the same name are numbered. */
export function statementsOf(fdx: string): Part[] {
  const parts: Part[] = []
  const visit = (element: XmlElement, path: string): void => {
    for (const [name, value] of Object.entries(element.attributes)) {
      if (value !== '' && !computed.has(name)) parts.push({ path: `${path}@${name}`, value })
    }
    const elements = element.children.filter(isElement)
    const text = element.children.filter((child) => typeof child === 'string').join('')
    if (text.trim() !== '') parts.push({ path, value: text.trim() })
    const counts = new Map<string, number>()
    for (const child of elements) {
      const type = child.name === 'ElementSettings' ? ` ${child.attributes['Type']}` : ''
      const name = child.name + type
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      visit(child, `${path}/${name}[${count}]`)
    }
  }
  visit(readXml(fdx), '')
  return parts
}
