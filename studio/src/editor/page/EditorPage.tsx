import { useEffect, useRef } from 'react';
import { scenarioJsonSchema } from 'wend/scenario';
import { deleteSelection, duplicateSelection, turnSelection } from '../document.ts';
import { contentOf, type Schema, variantOf } from '../forms.ts';
import { listOf, thingAt } from '../things.ts';
import { isTree, type Path, valueAt } from '../tree.ts';
import { EditorStage } from './EditorStage.tsx';
import { Form } from './Form.tsx';
import { downloadScenario, openFiles, shareLink } from './files.ts';
import { LetMove, LetWait } from './offers.tsx';
import {
  apply,
  draft,
  editor,
  redoEdit,
  runDraft,
  setPlan,
  type ToolName,
  tell,
  undoEdit,
  useEditor,
} from './state.ts';
import { shortTitle, toolIcons, tools } from './tools.tsx';

const root = scenarioJsonSchema() as Schema;
/** Lists whose things are edited on the stage. */
const ON_STAGE = ['agents', 'groups', 'targets', 'obstacles', 'ground', 'measurements', 'area', 'version'];

/** The editor: tools, stage and forms. */
export function EditorPage() {
  const id = useEditor((value) => value.id);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressShortcut(event)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="editor">
      <ToolBar />
      <main className="editor-place">
        <Actions />
        <EditorStage key={id} />
        <Hint />
        <Message />
      </main>
      <Side />
    </div>
  );
}

/** Shortcuts of the whole editor, except while one types. */
function pressShortcut(event: KeyboardEvent): boolean {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 's') downloadScenario();
    else if (key === 'enter') runDraft();
    else if (isTyping) return false;
    else if (key === 'z' && !event.shiftKey) undoEdit();
    else if (key === 'y' || key === 'z') redoEdit();
    else if (key === 'd') apply(duplicateSelection(draft()));
    else return false;
    return true;
  }
  if (isTyping || event.altKey) return false;
  const tool = tools.find((one) => one.shortcut.toLowerCase() === key);
  if (!tool) return false;
  editor.set({ tool: tool.name });
  return true;
}

function ToolBar() {
  const chosen = useEditor((value) => value.tool);
  return (
    <div className="toolbar" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {tools.map(({ beginsPart, name, shortcut, title }) => (
        <button
          key={name}
          type="button"
          className={beginsPart ? 'tool begins' : 'tool'}
          aria-label={title}
          title={`${title} (${shortcut})`}
          aria-pressed={chosen === name}
          onClick={() => editor.set({ tool: name as ToolName })}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="lines">
            <path d={toolIcons[name]} />
          </svg>
        </button>
      ))}
    </div>
  );
}

/** What one does with the whole scenario. */
function Actions() {
  const history = useEditor((value) => value.history);
  const isSnapping = useEditor((value) => value.isSnapping);
  const saving = useEditor((value) => value.saving);
  const wrong = useEditor((value) => value.complaints.length);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="actions" role="toolbar" aria-label="Scenario">
      <h1 className="draft-name">{String(history.present.scenario.name ?? 'untitled')}</h1>
      <button type="button" disabled={!history.past} onClick={undoEdit} title="Undo (Ctrl+Z)">
        Undo
      </button>
      <button type="button" disabled={!history.future} onClick={redoEdit} title="Redo (Ctrl+Y)">
        Redo
      </button>
      <label className="check" title="Corners jump to the grid and to other corners; Alt switches it off">
        <input
          type="checkbox"
          checked={isSnapping}
          onChange={(event) => editor.set({ isSnapping: event.target.checked })}
        />
        Snap
      </label>
      <span className="spring" />
      <span className="saving" role="status">
        {saving.state === 'failed'
          ? `not kept: ${saving.message}`
          : saving.state === 'saved'
            ? 'kept'
            : 'keeping …'}
      </span>
      <button
        type="button"
        onClick={() => chooser.current?.click()}
        title="A scenario, SteerSuite XML, WKT, GeoJSON, a MovingAI map, or a picture of a floor plan"
      >
        Open
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Open a file"
        onChange={(event) => void openFiles([...(event.target.files ?? [])])}
      />
      <button type="button" onClick={downloadScenario} title="Save as a file (Ctrl+S)">
        Save
      </button>
      <button type="button" onClick={() => void shareLink()} title="Copy a link that carries the scenario">
        Share
      </button>
      <button
        type="button"
        className="primary"
        onClick={runDraft}
        title={
          wrong > 0 ? 'The scenario has mistakes: see the marked fields' : 'Run the scenario (Ctrl+Enter)'
        }
      >
        Run
      </button>
    </div>
  );
}

/** What the chosen tool is called, and how one draws with it. */
function Hint() {
  const tool = useEditor((value) => tools.find(({ name }) => name === value.tool)!);
  return (
    <p className="tool-hint">
      <b>{shortTitle(tool)}</b> {tool.how}
    </p>
  );
}

function Message() {
  const message = useEditor((value) => value.message);
  if (message === '') return null;
  return (
    <div className="message" role="alert">
      <span>{message}</span>
      <button type="button" aria-label="Close the message" onClick={() => tell('')}>
        ×
      </button>
    </div>
  );
}

const TABS = [
  ['thing', 'Selection'],
  ['scenario', 'Scenario'],
  ['text', 'Text'],
] as const;

function Side() {
  const tab = useEditor((value) => value.tab);
  return (
    <aside className="side" aria-label="Properties">
      <div role="tablist" className="tabs" aria-label="Properties">
        {TABS.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            onClick={() => editor.set({ tab: name })}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" className="panel" aria-label={TABS.find(([name]) => name === tab)![1]}>
        {tab === 'thing' ? <ThingForm /> : tab === 'scenario' ? <ScenarioForm /> : <ScenarioText />}
      </div>
    </aside>
  );
}

/** The form of what is selected, and what can be done with it. */
function ThingForm() {
  const selection = useEditor(({ history }) => history.present.selection);
  const scenario = useEditor(({ history }) => history.present.scenario);
  if (selection.length === 0) {
    return (
      <p className="sentence">Nothing is selected. Choose a tool to draw something, or click a thing.</p>
    );
  }
  const [path] = selection;
  const thing = thingAt(scenario, path);
  const schema = schemaAt(path);
  return (
    <>
      <div className="thing-actions">
        <button
          type="button"
          aria-label="Turn left"
          onClick={() => apply(turnSelection(draft(), Math.PI / 12))}
        >
          ↺ 15°
        </button>
        <button
          type="button"
          aria-label="Turn right"
          onClick={() => apply(turnSelection(draft(), -Math.PI / 12))}
        >
          ↻ 15°
        </button>
        <button type="button" onClick={() => apply(duplicateSelection(draft()))} title="Duplicate (Ctrl+D)">
          Copy
        </button>
        <button type="button" onClick={() => apply(deleteSelection(draft()))} title="Delete (Del)">
          Delete
        </button>
      </div>
      <h2>{selection.length > 1 ? `${selection.length} things` : thing?.name}</h2>
      {selection.length === 1 && thing?.kind === 'obstacle' && <LetMove path={path} />}
      {selection.length === 1 && thing?.kind === 'ground' && <LetWait path={path} />}
      {selection.length === 1 && schema && (
        <Form key={path.join('.')} schema={schema} root={root} path={path} />
      )}
    </>
  );
}

/** The schema of the thing at a path. */
function schemaAt(path: Path): Schema | undefined {
  const thing = thingAt(draft().scenario, path);
  if (!thing) return undefined;
  if (thing.kind === 'stroke') return strokeSchema();
  let schema: Schema | undefined = root;
  for (const key of listOf(thing.kind)) schema = schema?.properties?.[String(key)];
  const item = schema && isTree(schema.items) ? (schema.items as Schema) : undefined;
  if (!item) return undefined;
  const content = contentOf(item, root);
  if (content.kind === 'variants') {
    const value = valueAt(draft().scenario, path);
    return content.variants[variantOf(content.variants, value, root)].schema;
  }
  return content.kind === 'object' ? content.schema : undefined;
}

function strokeSchema(): Schema | undefined {
  const fields = root.properties?.velocityFields?.items as Schema;
  const painted = (fields.oneOf ?? []).find(({ properties }) => properties?.kind.const === 'strokes');
  return painted?.properties?.strokes.items as Schema | undefined;
}

/** The fields of the scenario itself. */
function ScenarioForm() {
  const counts = useEditor(({ history }) => history.present.scenario);
  const complaints = useEditor((value) => value.complaints);
  const plan = useEditor((value) => value.plan);
  const sizes = ['agents', 'groups', 'targets', 'obstacles', 'ground'].map((key) => {
    const list = valueAt(counts, [key]);
    const count = Array.isArray(list) ? list.length : 0;
    if (key === 'ground') return `${count} of ground`;
    return `${count} ${count === 1 ? key.slice(0, -1) : key}`;
  });
  return (
    <>
      <p className="sentence">{sizes.join(' · ')}</p>
      {complaints.length > 0 && (
        <ul className="complaints" aria-label="Mistakes">
          {complaints.slice(0, 8).map(({ message, path }) => (
            <li key={path.join('.') + message}>
              <b>{path.join('.')}</b> {message}
            </li>
          ))}
        </ul>
      )}
      {plan && (
        <section aria-label="Floor plan">
          <h2>Floor plan</h2>
          <PlanFields />
        </section>
      )}
      <Form schema={root} root={root} path={[]} without={ON_STAGE} />
    </>
  );
}

const PLAN_FIELDS = [
  ['x', 'left edge, m'],
  ['y', 'lower edge, m'],
  ['width', 'width, m'],
  ['opacity', 'opacity, 0 to 1'],
] as const;

function PlanFields() {
  const plan = useEditor((value) => value.plan)!;
  return (
    <div className="form">
      {PLAN_FIELDS.map(([key, label]) => (
        <div className="entry" key={key}>
          <label htmlFor={`plan-${key}`}>{label}</label>
          <input
            id={`plan-${key}`}
            type="number"
            step={key === 'opacity' ? 0.1 : 0.5}
            value={plan[key]}
            onChange={(event) => setPlan({ ...plan, [key]: Number(event.target.value) || 0 })}
          />
        </div>
      ))}
      <button type="button" className="quiet" onClick={() => setPlan(undefined)}>
        remove floor plan
      </button>
    </div>
  );
}

/** The scenario as a text; what is no JSON stays in the field until it is. */
function ScenarioText() {
  const scenario = useEditor(({ history }) => history.present.scenario);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = JSON.stringify(scenario, null, 2);
  const adopt = () => {
    try {
      const value: unknown = JSON.parse(area.current!.value);
      if (!isTree(value)) throw new Error('a scenario is an object');
      apply({ scenario: value, selection: [] });
      tell('');
    } catch (error) {
      tell(`The text cannot be used: ${(error as Error).message}`);
    }
  };
  return (
    <>
      <textarea
        key={text.length > 200_000 ? 'long' : text}
        ref={area}
        className="whole"
        aria-label="The scenario as JSON"
        spellCheck={false}
        defaultValue={text}
      />
      <button type="button" onClick={adopt}>
        Use this text
      </button>
    </>
  );
}
