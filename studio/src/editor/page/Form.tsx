import { useId, useState } from 'react';
import { setValue } from '../document.ts';
import {
  type Content,
  contentOf,
  type Field,
  fieldsOf,
  initialValue,
  messagesAt,
  type Schema,
  variantOf,
} from '../forms.ts';
import { isTree, type Json, type Path, valueAt } from '../tree.ts';
import { apply, draft, endStretch, useEditor } from './state.ts';

type FormProps = { schema: Schema; root: Schema; path: Path; without?: readonly string[] };

/** The fields of the object at a path. */
export function Form({ path, root, schema, without = [] }: FormProps) {
  const fields = fieldsOf(schema, root).filter(
    ({ content, key }) => content.kind !== 'fixed' && key !== '$schema' && !without.includes(key),
  );
  return (
    <div className="form">
      {fields.map((field) => (
        <FormField key={field.key} field={field} schema={schema} root={root} path={[...path, field.key]} />
      ))}
    </div>
  );
}

type FieldProps = { field: Field; schema: Schema; root: Schema; path: Path };

function FormField({ field, path, root, schema }: FieldProps) {
  const value = useEditor(({ history }) => valueAt(history.present.scenario, path));
  const { content, isRequired, label, sentence, unit } = field;
  const id = useId();
  const property = schema.properties?.[field.key] ?? {};
  const set = (next: Json | undefined) => apply(setValue(draft(), path, next), path.join('.'));
  if (content.kind === 'switch') {
    return (
      <div className="entry">
        <label className="check" title={sentence}>
          <input
            type="checkbox"
            checked={(value ?? field.default) === true}
            onChange={(event) => set(event.target.checked)}
          />
          {label}
        </label>
        <Messages path={path} isLeaf />
      </div>
    );
  }
  if (isSimple(content)) {
    return (
      <div className="entry">
        <label htmlFor={id} title={sentence}>
          {label}
          {unit !== '' && <small> {unit}</small>}
        </label>
        <Input id={id} content={content} value={value} fallback={field.default} set={set} hint={sentence} />
        <Messages path={path} isLeaf />
      </div>
    );
  }
  return (
    <Group label={label} sentence={sentence} path={path} value={value} isOpen={isRequired}>
      {value === undefined ? (
        <button type="button" className="quiet" onClick={() => set(initialValue(property, root))}>
          add {label}
        </button>
      ) : (
        <>
          <Value content={content} value={value} root={root} path={path} set={set} />
          {!isRequired && (
            <button type="button" className="quiet" onClick={() => set(undefined)}>
              remove {label}
            </button>
          )}
        </>
      )}
    </Group>
  );
}

function isSimple({ kind }: Content): boolean {
  return ['number', 'text', 'choice', 'point', 'names'].includes(kind);
}

type GroupProps = {
  label: string;
  sentence: string;
  path: Path;
  value: Json | undefined;
  isOpen: boolean;
  children: React.ReactNode;
};

function Group({ children, isOpen, label, path, sentence, value }: GroupProps) {
  const size = Array.isArray(value) ? ` (${value.length})` : '';
  return (
    <details className="entry group" open={isOpen}>
      <summary title={sentence}>
        {label}
        {size}
      </summary>
      <p className="sentence">{sentence}</p>
      {children}
      <Messages path={path} isLeaf={false} />
    </details>
  );
}

type ValueProps = {
  content: Content;
  value: Json;
  root: Schema;
  path: Path;
  set(next: Json | undefined): void;
};

/** What is not a single line: an object, a list, one of several variants, or anything as JSON. */
function Value({ content, path, root, set, value }: ValueProps) {
  if (content.kind === 'object') return <Form schema={content.schema} root={root} path={path} />;
  if (content.kind === 'variants') return <Variants {...{ content, path, root, set, value }} />;
  if (content.kind === 'list') return <List {...{ content, path, root, set, value }} />;
  if (isSimple(content)) {
    return <Input content={content} value={value} fallback={undefined} set={set} hint="value" />;
  }
  return <JsonText value={value} set={set} label={String(path.at(-1))} />;
}

function Variants({ content, path, root, set, value }: ValueProps) {
  const { variants } = content as Extract<Content, { kind: 'variants' }>;
  const chosen = variantOf(variants, value, root);
  const inside = contentOf(variants[chosen].schema, root);
  const choose = (k: number) => {
    const begun = initialValue(variants[k].schema, root);
    const kept = isTree(begun) && isTree(value) ? keptFrom(value, variants[k].schema, root) : {};
    set(isTree(begun) ? { ...begun, ...kept } : begun);
  };
  return (
    <div className="variants">
      <select
        aria-label={`kind of ${String(path.at(-1))}`}
        value={chosen}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {variants.map(({ title }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants never change their places
          <option key={`${title} ${k}`} value={k}>
            {title}
          </option>
        ))}
      </select>
      <Value content={inside} value={value} root={root} path={path} set={set} />
    </div>
  );
}

/** The fields that both variants have stay, except those that tell them apart. */
function keptFrom(
  value: { readonly [key: string]: Json },
  schema: Schema,
  root: Schema,
): Record<string, Json> {
  const fields = fieldsOf(schema, root).filter(({ content }) => content.kind !== 'fixed');
  const kept = fields.filter(({ key }) => Object.hasOwn(value, key) && key !== 'name');
  return Object.fromEntries(kept.map(({ key }) => [key, value[key]]));
}

/** Items shown at most: a thousand forms would take seconds. */
const SHOWN = 40;

function List({ content, path, root, set, value }: ValueProps) {
  const { item } = content as Extract<Content, { kind: 'list' }>;
  const items = Array.isArray(value) ? value : [];
  const inside = contentOf(item, root);
  return (
    <div className="list">
      {items.slice(0, SHOWN).map((one, k) => {
        const at = [...path, k];
        const name = valueAt(one, ['name']);
        const title = typeof name === 'string' ? name : `${k + 1}`;
        const setItem = (next: Json | undefined) => apply(setValue(draft(), at, next), at.join('.'));
        if (isSimple(inside)) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name
            <div key={k} className="item">
              <Value content={inside} value={one} root={root} path={at} set={setItem} />
              <button type="button" aria-label={`remove ${title}`} onClick={() => setItem(undefined)}>
                ×
              </button>
              <Messages path={at} isLeaf />
            </div>
          );
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name
          <details key={k} className="entry group">
            <summary>{title}</summary>
            <Value content={inside} value={one} root={root} path={at} set={setItem} />
            <button type="button" className="quiet" onClick={() => setItem(undefined)}>
              remove {title}
            </button>
            <Messages path={at} isLeaf={false} />
          </details>
        );
      })}
      {items.length > SHOWN && <p className="sentence">and {items.length - SHOWN} more: see the tab Text</p>}
      <button type="button" className="quiet" onClick={() => set([...items, initialValue(item, root)])}>
        add
      </button>
    </div>
  );
}

type InputProps = {
  id?: string;
  content: Content;
  value: Json | undefined;
  fallback: Json | undefined;
  set(next: Json | undefined): void;
  hint: string;
};

function Input({ content, fallback, hint, id, set, value }: InputProps) {
  const named = id === undefined ? { 'aria-label': hint } : { id };
  const common = { ...named, title: hint, onBlur: endStretch };
  switch (content.kind) {
    case 'number':
      return <NumberInput {...{ common, value, fallback, set }} />;
    case 'choice':
      return (
        <select
          {...common}
          value={value === undefined ? '' : JSON.stringify(value)}
          onChange={(event) => set(event.target.value === '' ? undefined : JSON.parse(event.target.value))}
        >
          <option value="">{fallback === undefined ? '' : `${String(fallback)} (default)`}</option>
          {content.options.map((option) => (
            <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
              {String(option)}
            </option>
          ))}
        </select>
      );
    case 'point':
      return <PointInput {...{ content, hint, set, value }} />;
    case 'names':
      return (
        <TextInput
          common={common}
          text={Array.isArray(value) ? value.join(', ') : ''}
          placeholder="names, with commas"
          set={(text) => {
            const names = text.split(',').map((name) => name.trim());
            set(names.some((name) => name !== '') ? names.filter((name) => name !== '') : undefined);
          }}
        />
      );
    default:
      return (
        <TextInput
          common={common}
          text={typeof value === 'string' ? value : ''}
          placeholder={fallback === undefined ? '' : String(fallback)}
          set={(text) => set(text === '' ? undefined : text)}
        />
      );
  }
}

type Common = { id?: string; title: string; onBlur(): void };

/** A text that is being typed stays as it is typed; the value follows. */
function TextInput(props: { common: Common; text: string; placeholder: string; set(text: string): void }) {
  const { common, placeholder, set, text } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...common}
      type="text"
      value={typed ?? text}
      placeholder={placeholder}
      onChange={(event) => {
        setTyped(event.target.value);
        set(event.target.value);
      }}
      onBlur={() => {
        setTyped(undefined);
        common.onBlur();
      }}
    />
  );
}

type NumberProps = {
  common: Common;
  value: Json | undefined;
  fallback: Json | undefined;
  set(next: Json | undefined): void;
};

function NumberInput({ common, fallback, set, value }: NumberProps) {
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() === '') set(undefined);
    else if (Number.isFinite(number)) set(number);
  };
  return (
    <input
      {...common}
      type="text"
      inputMode="decimal"
      value={typed ?? (value === undefined ? '' : String(value))}
      placeholder={fallback === undefined ? '' : String(fallback)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        setTyped(undefined);
        common.onBlur();
      }}
    />
  );
}

type PointProps = {
  content: Content;
  hint: string;
  value: Json | undefined;
  set(next: Json | undefined): void;
};

function PointInput({ content, hint, set, value }: PointProps) {
  const { coordinates } = content as Extract<Content, { kind: 'point' }>;
  const given = Array.isArray(value) ? value : [];
  const count = Math.max(coordinates, given.length);
  return (
    <span className="point">
      {['x', 'y', 'z'].slice(0, count).map((axis, k) => (
        <NumberInput
          key={axis}
          common={{ title: hint, onBlur: endStretch, ...{ 'aria-label': `${hint} ${axis}` } }}
          value={given[k]}
          fallback={undefined}
          set={(next) => {
            const point = Array.from({ length: count }, (_, n) => (n === k ? (next ?? 0) : (given[n] ?? 0)));
            set(point);
          }}
        />
      ))}
    </span>
  );
}

/** What has no form is edited as JSON. */
function JsonText({ label, set, value }: { label: string; value: Json; set(next: Json): void }) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState('');
  return (
    <>
      <textarea
        aria-label={`${label} as JSON`}
        rows={6}
        spellCheck={false}
        value={typed ?? JSON.stringify(value, null, 1)}
        onChange={(event) => {
          setTyped(event.target.value);
          try {
            set(JSON.parse(event.target.value) as Json);
            setFault('');
          } catch (error) {
            setFault((error as Error).message);
          }
        }}
        onBlur={endStretch}
      />
      {fault !== '' && <p className="wrong">{fault}</p>}
    </>
  );
}

/** The messages of the checks at a place. */
function Messages({ isLeaf, path }: { path: Path; isLeaf: boolean }) {
  const complaints = useEditor((value) => value.complaints);
  const messages = [...new Set(messagesAt(complaints, path, isLeaf))];
  return messages.map((message) => (
    <p key={message} className="wrong" role="alert">
      {message}
    </p>
  ));
}
