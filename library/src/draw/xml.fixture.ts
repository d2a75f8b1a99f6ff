/**
 * Throws unless the text is a well-formed document: tags closed in order, attributes quoted and named once, no
 * stray < or &. It is independent of the code that writes the pictures.
 */
export function checkXml(text: string): void {
  const rest = text.replace(/^<\?xml [^?]*\?>/, '');
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (const tag of rest.matchAll(/<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    checkText(rest.slice(end, tag.index), open.length > 0);
    end = tag.index + tag[0].length;
    const [, closes, name, list, empty] = tag;
    const names = [...list.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => {
      checkText(value, true);
      return key;
    });
    if (new Set(names).size !== names.length) throw new Error(`an attribute stands twice in ${tag[0]}`);
    if (closes) {
      if (open.pop() !== name) throw new Error(`</${name}> closes something else`);
    } else if (!empty) open.push(name);
    if (!closes && open.length === (empty ? 0 : 1)) roots++;
  }
  checkText(rest.slice(end), false);
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  if (roots !== 1) throw new Error(`${roots} root elements`);
}

function checkText(text: string, inside: boolean): void {
  if (!inside && text.trim() !== '') throw new Error(`text outside the root: ${text.slice(0, 40)}`);
  const stray = text.replace(/&(lt|gt|amp|quot|#39);/g, '').match(/[<&].{0,30}/);
  if (stray) throw new Error(`stray ${stray[0]}`);
}
